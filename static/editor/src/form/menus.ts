import type { FormActions, Target } from "./actions";
import { askText, button, openDialog, refusalWords } from "../ui/dialogs";
import { type Choice, Palette } from "../ui/palette";
import { aliasesOf, asSchema, type Schema, textOf } from "../model/schema";
import { childPointer, type Spot, splitPointer } from "../model/operations";
import { type FieldSpec, holdsObjects, type Place } from "../model/places";
import { operandField } from "../model/operands";
import type { NamedCard, Reference } from "../model/references";
import { canUnwrap, destinations, keysOf, planSwitch, titlesOf, wrappersOf } from "../model/restructure";
import { absentFields } from "./layout";
import { literalOf, takesLiterals } from "../model/literals";
import { consequences, patternChoices, takesSentences } from "./patterns";
import { fieldTitle, familyOf, groupOf, iconOf, nodeSummary, nodeTitle, titleOf } from "./words";
import { element } from "../page";
import { triggerIds } from "../text/references";

/** The palettes and dialogs by which an author chooses: what to insert, which type, which reference, where to. */
export class FormMenus {
  constructor(private readonly actions: FormActions) {}

  /** Everything that a list takes at one index; a list of records needs no choice, unless sentences are about them. */
  insert(spot: Spot, back: string): void {
    const { actions } = this;
    const item = actions.itemPlace(spot.list);
    if (!item) return;
    if (!item.union && !takesSentences(actions.places, item)) return this.#insertRecord(spot, item);
    const list = actions.target(spot.list)?.place ?? actions.emptyPlace(spot.list)?.place;
    const choices = item.union
      ? this.variants(item, (kind) => actions.insertVariant(spot, kind)).map((choice) => ({
          ...choice,
          loadDetails: (signal: AbortSignal) => consequences(actions, spot, actions.variantSources(item, choice.label), signal),
        }))
      : [{ label: item.name, title: actions.host.strings.blankItem({ name: item.title }), icon: "plus", run: () => this.#insertRecord(spot, item) }];
    new Palette(actions.host.strings, {
      title: actions.host.strings.insertTitle({ slot: list?.title || splitPointer(spot.list).step }),
      choices,
      placeholder: actions.host.strings.saySentence,
      later: () => this.#snippets(item, spot),
      patterns: (query) => patternChoices(actions, spot, query),
      laterBelow: true,
      back: () => actions.host.focus(back),
    });
  }

  /** The pack's own blocks that this slot takes, each inserted as a copy. */
  async #snippets(item: Place, spot: Spot): Promise<readonly Choice[]> {
    const { snippets, strings, say } = this.actions.host;
    const matches = await snippets?.snippets().catch((problem: unknown) => void say(refusalWords(problem, strings)));
    return (matches ?? [])
      .filter(({ slot }) => slot === item.name)
      .map(({ id, name, body }) => ({
        label: `snippet ${id}`,
        title: name,
        note: strings.snippet,
        section: strings.snippets,
        icon: "bookmark",
        info: body,
        run: () => {
          const why = this.actions.paste(body, spot);
          if (why !== null) say(why);
        },
      }));
  }

  /** Keep a block of this card for use again in the pack. */
  keep(pointer: string): void {
    const target = this.actions.target(pointer);
    const { snippets, strings, announce, focus } = this.actions.host;
    if (!target || !snippets) return;
    const source = this.actions.sourceAt(pointer);
    askText(
      { title: strings.snippetTitle, hint: strings.snippetHint, label: strings.snippetName, go: strings.snippetGo, needed: strings.snippetNeeded },
      strings,
      (name) => snippets.saveSnippet(name, target.place.name, source),
      (name) => {
        announce(strings.snippetSaved({ name }));
        focus(pointer);
      },
    );
  }

  /** Make a card of its own of one that is written here; the server's reason is said where it refuses. */
  async liftOut(pointer: string): Promise<void> {
    const { strings, say } = this.words();
    try {
      await this.actions.liftOut(pointer);
    } catch (problem) {
      say(refusalWords(problem, strings));
    }
  }

  #insertRecord(spot: Spot, item: Place): void {
    const least = this.actions.least(item);
    const blank = item.types.has("integer") ? (item.minimum ?? 0) : item.types.has("string") ? "" : {};
    this.actions.insertValue(spot, least ?? blank, item.title);
  }

  /** One choice for each variant of a union, in the schema's order and groups. */
  variants(place: Place, run: (kind: string) => void, details?: (schema: Schema, kind: string) => string[]): Choice[] {
    return [...(place.union?.variants ?? [])].map(([kind, schema]) => {
      const family = familyOf(place, schema, 9);
      return {
        label: kind,
        title: titleOf(schema, kind),
        titles: [textOf(schema["x-other"])].filter(Boolean),
        aliases: aliasesOf(asSchema(schema["x-ui"])),
        info: textOf(schema.description),
        icon: iconOf(schema, family),
        section: this.#groupTitle(groupOf(schema)),
        help: this.#entry(place, kind),
        ...(details ? { details: details(schema, kind) } : {}),
        run: () => run(kind),
      };
    });
  }

  #groupTitle(group: string): string {
    return textOf(asSchema(asSchema(this.actions.places.book.root["x-ui"])?.groups)?.[group]);
  }

  #ruleset(): string {
    const id = textOf(this.actions.places.book.root.$id);
    return /\/schemas\/([^/]+)\//.exec(id)?.[1] ?? "";
  }

  /** Another type for a block or capsule; each row says what it keeps, sets aside and asks for. */
  kind(pointer: string): void {
    const { actions } = this;
    const target = actions.target(pointer);
    if (!target?.place.union) return;
    const choices = this.variants(
      target.place,
      (kind) => actions.become(pointer, kind),
      (schema, kind) => this.#plan(target, schema, kind),
    );
    this.#open(actions.host.strings.switchTitle({ name: target.name }), choices, pointer);
  }

  #plan(target: Target, schema: Schema, kind: string): string[] {
    const { strings } = this.actions.host;
    const { places } = this.actions;
    const { node, place } = target;
    const by = this.actions.wrapperFor(target, kind);
    const into = by && operandField(places, place, by);
    if (into) return [strings.goesInto({ name: target.name, field: fieldTitle(into) })];
    if (node.type !== "object" || !place.union) return [];
    const [before, fields] = [places.shape(place, node), places.variantFields(schema, place.union.key)];
    const { kept, aside, asked } = planSwitch(places, node, before, fields);
    const named = (of: readonly FieldSpec[], names: readonly string[]): string => titlesOf(places, of, names).join(strings.listSeparator);
    const lines = [kept.length && strings.keeps({ names: named(fields, kept) }), aside.length && strings.sets({ names: named(before.fields, aside) })];
    return [...lines, asked.length && strings.asks({ names: named(fields, asked) })].filter((line) => typeof line === "string");
  }

  /** A reference, a computed value or a chooser for a field; what fits comes first. */
  pick(pointer: string): void {
    const { actions } = this;
    const place = actions.target(pointer)?.place ?? actions.emptyPlace(pointer)?.place;
    if (!place) return;
    const { strings } = actions.host;
    const target = actions.target(pointer);
    const plan = target ? (schema: Schema, kind: string): string[] => this.#plan(target, schema, kind) : undefined;
    const variants = this.variants(place, (kind) => actions.become(pointer, kind), plan);
    const free = takesLiterals(place) ? (typed: string) => this.#typed(pointer, place, typed) : undefined;
    const later = takesLiterals(place) ? (query: string) => this.#matches(pointer, place, query) : undefined;
    const choices = variants.map((choice) => ({ ...choice, section: strings.computed }));
    new Palette(strings, {
      title: strings.pickTitle({ name: place.title || splitPointer(pointer).step }),
      choices: [...this.#known(pointer, place), ...choices],
      back: () => actions.host.focus(pointer),
      ...(free ? { free } : {}),
      ...(later ? { later } : {}),
    });
  }

  /** One of the words of a long list, found by what it is called in either language, what it means, and what authors call it. */
  choose(pointer: string): void {
    const { actions } = this;
    const target = actions.target(pointer);
    const place = target?.place ?? actions.emptyPlace(pointer)?.place;
    if (!place?.options) return;
    const { strings, language } = actions.host;
    const shapes = actions.places.book.expand(place.schemas, undefined);
    const about = Object.assign({}, ...shapes.map((shape) => asSchema(asSchema(shape["x-ui"])?.about) ?? {})) as Schema;
    const current = String(target?.node.value ?? "");
    const choices = place.options.map(({ value, word, other, section }): Choice => {
      const hints = asSchema(about[String(value)]);
      return {
        label: String(value),
        title: word,
        titles: [other].filter(Boolean),
        aliases: aliasesOf(hints),
        info: textOf(asSchema(hints?.description)?.[language]),
        section,
        icon: String(value) === current ? "check" : "bell",
        run: () => actions.setNode(pointer, value),
      };
    });
    this.#open(strings.chooseA({ name: place.title || splitPointer(pointer).step }), choices, pointer);
  }

  /** The words that an open set already has. */
  #known(pointer: string, place: Place): Choice[] {
    return place.known.map(({ value, word, other }) => ({
      label: String(value),
      title: word,
      titles: [other].filter(Boolean),
      note: String(value),
      icon: "tag",
      run: () => this.actions.setNode(pointer, value),
    }));
  }

  /** One more word of a list: a card by its name, a word that the set already has, or what is typed. */
  pickItem(list: string, index: number): void {
    const { actions } = this;
    const place = actions.target(list)?.place ?? actions.emptyPlace(list)?.place;
    const item = actions.itemPlace(list);
    if (!place || !item) return;
    const { strings } = actions.host;
    const there = (actions.target(list)?.node.children ?? []).map((node) => String(node.value));
    const pointer = childPointer(list, index);
    const later = place.names ? (query: string) => this.#matches(pointer, place, query) : undefined;
    const added = (choice: Choice): Choice => ({ ...choice, run: () => actions.addItem(list, choice.label) });
    const isNew = (choice: Choice): boolean => !there.includes(choice.label);
    new Palette(strings, {
      title: strings.pickTitle({ name: place.title || splitPointer(list).step }),
      choices: this.#known(pointer, place).filter(isNew).map(added),
      back: () => actions.host.focus(list),
      free: (typed) => added(this.#typed(pointer, item, typed)),
      ...(later ? { later: async (query: string) => (await later(query)).filter(isNew).map(added) } : {}),
    });
  }

  #typed(pointer: string, place: Place | null, typed: string): Choice {
    const { strings } = this.actions.host;
    const value = (place && literalOf(place, typed)) ?? typed;
    const run = (): void => this.actions.setNode(pointer, value);
    return { label: typed, title: typed, note: strings.asTyped, code: true, icon: "pencil", run };
  }

  /** Cards by name where a card is named, else what is in scope. */
  #matches(pointer: string, place: Place, query: string): Promise<readonly Choice[]> {
    if (place.names === "card") return this.#named(pointer, place, query);
    if (place.names === "trigger") return Promise.resolve(this.#triggers(pointer));
    return this.#references(pointer);
  }

  /** The triggers of this card. */
  #triggers(pointer: string): readonly Choice[] {
    const { strings, document } = this.actions.host;
    const ids = document.tree ? [...new Set(triggerIds(document.tree))] : [];
    const run = (id: string) => (): void => this.actions.setNode(pointer, id);
    return ids.map((id) => ({ label: id, title: id, section: strings.triggers, code: true, icon: "bell", run: run(id) }));
  }

  async #named(pointer: string, place: Place, query: string): Promise<readonly Choice[]> {
    const { references, language, strings } = this.actions.host;
    if (!references) return [];
    const matches = await references.names(query, place.namesKinds).catch(() => [] as readonly NamedCard[]);
    return matches.map((card) => ({
      label: card.id,
      title: card.name[language] || card.id,
      titles: [language === "zh" ? card.name.en : card.name.zh].filter(Boolean),
      note: place.namesKinds.length === 1 ? "" : card.kind,
      section: strings.named,
      icon: "layers",
      run: () => this.actions.setNode(pointer, card.id),
    }));
  }

  async #references(pointer: string): Promise<readonly Choice[]> {
    const { references, language, strings } = this.actions.host;
    if (!references) return [];
    const matches = await references.inScope(pointer).catch(() => [] as readonly Reference[]);
    return [...matches]
      .sort((a, b) => Number(b.fits) - Number(a.fits))
      .map((reference) => ({
        label: reference.insert,
        title: reference.insert,
        titles: [reference.title[language]],
        aliases: [reference.title.en, reference.title.zh],
        note: reference.type,
        section: strings.references,
        code: true,
        icon: "link",
        ...(reference.fits ? {} : { why: reference.why?.[language] ?? reference.type }),
        run: () => this.actions.setNode(pointer, reference.insert),
      }));
  }

  wrap(pointer: string): void {
    const { actions } = this;
    const target = actions.target(pointer);
    if (!target?.place.union) return;
    const wrappers = new Map(wrappersOf(actions.places, target.place).map((wrapper) => [wrapper.kind, wrapper]));
    const choices = this.variants(target.place, (kind) => {
      const by = wrappers.get(kind);
      if (by) actions.wrap(pointer, by);
    }).filter((choice) => wrappers.has(choice.label));
    this.#open(actions.host.strings.wrapTitle({ name: target.name }), choices, pointer);
  }

  /** The lists into which a block may go, each place by the block that it comes after. */
  moveTo(pointer: string): void {
    const { actions } = this;
    const target = actions.target(pointer);
    if (!target) return;
    const context = actions.host.context();
    const { strings } = actions.host;
    const lists = destinations(target.tree, actions.places, target.place.name, pointer);
    const choices = lists.flatMap((list) => {
      const holder = actions.target(list.holder);
      const name = list.holder === "" || !holder ? strings.card : holder.name;
      const section = strings.inside({ slot: list.name, name });
      return Array.from({ length: list.count + 1 }, (_, index): Choice => {
        const before = index > 0 ? actions.target(childPointer(list.list, index - 1)) : null;
        const behind = before ? `${nodeTitle(context, before.place, before.node)} ${nodeSummary(context, before.place, before.node)}`.trim() : "";
        const title = behind ? strings.behind({ name: behind }) : strings.atStart;
        const run = (): void => actions.moveTo(pointer, { list: list.list, index });
        return { label: childPointer(list.list, index), title, aliases: [section], note: section, section, icon: "corner-down-right", run };
      });
    });
    this.#open(strings.moveTitle({ name: target.name }), choices, pointer);
  }

  /** Fields that an object may have and does not. */
  addField(pointer: string): void {
    const { actions } = this;
    const target = actions.target(pointer);
    if (!target) return;
    const { strings } = actions.host;
    if (target.place.entries) return this.#addEntry(pointer, target);
    const choices = absentFields(actions.places, target.place, target.node).map((field): Choice => {
      const own = childPointer(pointer, field.name);
      const run = (): void => this.addOptional(own);
      return { label: field.name, title: fieldTitle(field), titles: [field.place.other].filter(Boolean), info: field.place.about, icon: "plus", run };
    });
    this.#open(strings.fieldTitle, choices, pointer);
  }

  /** Add a field that is absent with what it starts as; where only the author can say it, a picker asks. */
  addOptional(pointer: string): void {
    const place = this.actions.emptyPlace(pointer)?.place;
    if (place && asksFor(place)) this.pick(pointer);
    else this.actions.begin(pointer);
  }

  /** A key of a name that the author types. */
  #addEntry(pointer: string, { place, node, name }: Target): void {
    const { actions } = this;
    const { strings } = actions.host;
    const taken = new Set(keysOf(node));
    const free = (typed: string): Choice | null => {
      if (!place.entries?.key.test(typed)) return null;
      const why = taken.has(typed) ? { why: strings.entryThere } : {};
      return { label: typed, title: strings.entryNamed({ name: typed }), icon: "plus", ...why, run: () => actions.begin(childPointer(pointer, typed)) };
    };
    new Palette(strings, { title: strings.entryTitle({ name }), choices: [], free, back: () => actions.host.focus(pointer) });
  }

  /** What else can be done with a block. */
  more(pointer: string): void {
    const { actions } = this;
    const { strings } = actions.host;
    const target = actions.target(pointer);
    if (!target) return;
    const { places } = actions;
    const item = (title: string, icon: string, run: () => void, note = ""): Choice => ({ label: title, title, icon, run, note });
    const movable = target.node.parent?.type === "array" && target.place.union !== null;
    const choices = [
      ...(movable ? [item(strings.moveTo, "move", () => this.moveTo(pointer))] : []),
      ...(wrappersOf(places, target.place).length > 0 ? [item(strings.wrapIn, "brackets", () => this.wrap(pointer), "W")] : []),
      ...(canUnwrap(target.node, target.place, places) ? [item(strings.unwrap, "corner-up-left", () => actions.unwrap(pointer), "Shift W")] : []),
      item(strings.copyJson, "copy", () => void this.copy(pointer), "Ctrl C"),
      ...(target.node.parent?.type === "array" ? [item(strings.pasteJson, "file-json", () => this.paste(pointer), "Ctrl V")] : []),
      ...(actions.host.snippets && movable ? [item(strings.keepSnippet, "bookmark", () => this.keep(pointer))] : []),
      ...(actions.host.lifting && target.place.isInner ? [item(strings.liftOut, "external-link", () => void this.liftOut(pointer))] : []),
      item(strings.toText, "braces", () => actions.host.toText(pointer)),
      item(strings.onlyBranch, "git-branch", () => actions.host.branch(pointer)),
      ...(target.place.union ? [item(strings.openReference, "circle-help", () => this.help(pointer), "F1")] : []),
    ];
    this.#open(target.name, choices, pointer);
  }

  /** Open the reference entry of a block's type beside the page. */
  help(pointer: string): void {
    const { actions } = this;
    const target = actions.target(pointer);
    if (!target?.place.union) return;
    const { kind } = actions.places.shape(target.place, target.node);
    actions.host.focus(pointer);
    followHelp(this.#entry(target.place, kind));
  }

  #entry(place: Place, kind: string): string {
    return `${this.actions.host.context().helpBase}${this.#ruleset()}/node/${place.name}/${kind}/`;
  }

  async copy(pointer: string): Promise<void> {
    const { strings, announce, say } = this.words();
    try {
      await navigator.clipboard.writeText(this.actions.sourceAt(pointer));
      announce(strings.copied);
    } catch (error) {
      if (!(error instanceof DOMException) && !(error instanceof TypeError)) throw error;
      say(strings.copyDenied);
    }
    this.actions.host.focus(pointer);
  }

  words() {
    const { host } = this.actions;
    return { strings: host.strings, announce: (words: string) => host.announce(words), say: (words: string) => host.say(words) };
  }

  /** A dialog into which JSON is pasted; it says why when that does not fit. */
  paste(pointer: string): void {
    const { strings } = this.actions.host;
    const { parent, step } = splitPointer(pointer);
    const field = element("textarea", { class: "in mono", rows: "8", "aria-label": strings.pasteTitle, "aria-describedby": "paste-error", spellcheck: "false" });
    const error = element("p", { class: "fielderr", id: "paste-error", role: "alert" });
    const go = button(strings.paste, "btn--primary", () => {
      const why = this.actions.paste(field.value, { list: parent, index: Number(step) + 1 });
      if (why === null) return dialog.close();
      error.textContent = why;
      field.focus();
    });
    const cancel = button(strings.cancel, "", () => dialog.close());
    const dialog = openDialog({ title: strings.pasteTitle, hint: strings.pasteHint, body: [field, error], buttons: [cancel, go] });
    field.focus();
  }

  #open(title: string, choices: readonly Choice[], back: string): void {
    new Palette(this.actions.host.strings, { title, choices, back: () => this.actions.host.focus(back) });
  }
}

/** Follow a link of the help as a press on it does. */
function followHelp(href: string): void {
  const link = element("a", { href, "data-help-pane": "", hidden: "" });
  document.body.append(link);
  link.click();
  link.remove();
}

/** Whether only the author can say what a new field holds. */
function asksFor(place: Place): boolean {
  const plain = ["integer", "number", "array", "boolean"].some((type) => place.types.has(type));
  return holdsObjects(place) && !plain && place.union !== null;
}

