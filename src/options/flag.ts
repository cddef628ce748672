import type { FlagKind } from './flag-kinds.js';
import type { OptionGroups } from './option-groups.js';

/** One flag: where its value goes, and what the help says about it. */
export interface Flag {
  /** The name without dashes in front, in kebab-case. */
  readonly name: string;
  readonly section: string;
  readonly kind: FlagKind<unknown>;
  readonly group: string;
  readonly property: string;
  readonly help: string;
  /** True when the value names a file that has to be readable. */
  readonly isFile: boolean;
  /** The replacement; unset for a flag that is not deprecated. */
  readonly deprecated?: string;
  /** The traits of the flag of a plugin's option; undefined for the server's own. */
  readonly ofPlugin?: PluginFlagTraits;
}

/** The default of a plugin's option, and whether its value is never shown. */
export interface PluginFlagTraits {
  readonly initial: unknown;
  readonly isSecret: boolean;
}

/** The traits of a flag that sets an option of type `T`. */
export interface FlagTraits<T> {
  readonly kind: FlagKind<T>;
  readonly help: string;
  /** True when the value names a file that has to be readable; false when unset. */
  readonly isFile?: boolean;
  /** The deprecation message: that the flag will be removed, and its replacement. */
  readonly deprecated?: string;
}

/** Collects the flags of one section; the compiler holds each kind to the type of the option it sets. */
export function section(title: string): SectionBuilder {
  return new SectionBuilder(title);
}

/** Builds the flags of a section one by one. */
export class SectionBuilder {
  readonly flags: Flag[] = [];

  constructor(private readonly title: string) {}

  /** Adds a flag that sets `group.property`. */
  flag<G extends keyof OptionGroups, P extends keyof OptionGroups[G] & string>(
    name: string,
    [group, property]: readonly [G, P],
    { kind, help, isFile = false, deprecated }: FlagTraits<OptionGroups[G][P]>,
  ): this {
    const traits = { kind: kind as FlagKind<unknown>, help, isFile, deprecated };
    this.flags.push({ name, section: this.title, group, property, ...traits });
    return this;
  }
}
