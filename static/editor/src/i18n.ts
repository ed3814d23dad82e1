import { texts } from "./texts";

export type Language = "en" | "zh";

type Table = typeof texts;

/** The sentences of one language under their names. */
export type Strings = { readonly [K in keyof Table]: Table[K][0] extends string ? string : Table[K][0] };

export function languageOf(tag: string): Language {
  return tag.toLowerCase().startsWith("zh") ? "zh" : "en";
}

export function stringsFor(language: Language): Strings {
  const place = language === "zh" ? 1 : 0;
  return Object.fromEntries(Object.entries(texts).map(([name, both]) => [name, both[place]])) as unknown as Strings;
}
