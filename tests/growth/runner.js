// Feeds each pattern its texts at N and 4N characters, and says which grew too much; in Node (FILE FROM) or in a page.
"use strict";
const ENOUGH = 2, SPAN = 4, MORE = 6.25, LENGTH = 16384; // linear costs 4 times as much, quadratic 16
const MAJORITY = 2; // measurements of at most three that must agree: a disturbed one decides neither way
const isNode = typeof process === "object";
const now = () => (isNode ? process.cpuUsage().user / 1000 : performance.now());

function cost(pattern, [prefix, body, tail], length, runs) {
  const text = prefix + body.repeat(Math.max(1, Math.floor(length / body.length))) + tail;
  let least = Infinity;
  for (let run = 0; run < runs; run++) {
    const began = now();
    for (const _ of text.matchAll(pattern));
    least = Math.min(least, now() - began);
    if (least > 100) break;
  }
  return least;
}

function grown(job) {
  const pattern = new RegExp(job.source, job.flags.includes("g") ? job.flags : job.flags + "g");
  for (const pump of job.pumps) {
    if (cost(pattern, pump, LENGTH, 1) < ENOUGH) continue;
    for (let within = 0, beyond = 0; within < MAJORITY; ) {
      const short = cost(pattern, pump, LENGTH, 5);
      if (short < ENOUGH) break;
      const long = cost(pattern, pump, SPAN * LENGTH, 5);
      if (long <= MORE * short) within++;
      else if (++beyond === MAJORITY) return [pump, short, long];
    }
  }
  return null;
}

if (isNode) {
  const fs = require("fs");
  const jobs = JSON.parse(fs.readFileSync(process.argv[2], "utf8")).slice(Number(process.argv[3]));
  for (const job of jobs) fs.writeSync(1, JSON.stringify(grown(job)) + "\n");
} else {
  const answer = document.createElement("pre");
  answer.textContent = JOBS.map((job) => JSON.stringify(grown(job))).join("\n");
  document.body.append(answer);
}
