import { Component } from "preact";
import { findNodeAtLocation } from "jsonc-parser";
import type { FormContext } from "./context";
import type { Place } from "../model/places";

export interface NameOfProps {
  readonly context: FormContext;
  readonly place: Place;
  readonly value: string;
  /** Whether the value itself stands beside its name already: nothing is drawn where there is no other name. */
  readonly beside?: boolean;
}

interface NameOfState {
  /** The name of a card, with the id that it was looked up for. */
  readonly card: { readonly id: string; readonly name: string } | null;
}

/** What a value that names something is called in the reader's language; the value itself is its tooltip. */
export class NameOf extends Component<NameOfProps, NameOfState> {
  override state: NameOfState = { card: null };
  #isShown = false;

  override componentDidMount(): void {
    this.#isShown = true;
    void this.#look();
  }

  override componentDidUpdate(before: NameOfProps): void {
    if (before.value !== this.props.value) void this.#look();
  }

  override componentWillUnmount(): void {
    this.#isShown = false;
  }

  override render() {
    const { value, beside } = this.props;
    const name = this.#name();
    if (beside) return name && name !== value ? <span class="f__called clip" title={name}>{name}</span> : null;
    return <span {...(name && name !== value ? { title: value } : {})}>{name || value}</span>;
  }

  #name(): string {
    const { context, place, value } = this.props;
    const word = place.known.find((option) => String(option.value) === value)?.word;
    if (word) return word;
    if (place.names === "skill") return skillName(context, value);
    return this.state.card?.id === value ? this.state.card.name : "";
  }

  async #look(): Promise<void> {
    const { context, place, value } = this.props;
    const { host } = context.actions;
    if (place.names !== "card" || !host.references || !value || /[${]/.test(value)) return;
    const name = await host.references.nameOf(value).catch(() => null);
    if (this.#isShown && name && value === this.props.value)
      this.setState({ card: { id: value, name: name[host.language] } });
  }
}

/** The name of a skill of this card; empty where it has none. */
function skillName(context: FormContext, id: string): string {
  const { tree } = context.actions.host.document;
  const skills = (tree && findNodeAtLocation(tree, ["skills"])?.children) ?? [];
  const skill = skills.find((entry) => findNodeAtLocation(entry, ["id"])?.value === id);
  return String((skill && findNodeAtLocation(skill, ["name"])?.value) ?? "");
}
