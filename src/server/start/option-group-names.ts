import { OptionGroups } from '../../options/index.js';

/** A group of options that a server takes. */
export type OptionGroupName = keyof OptionGroups;

/** The names of the groups of options that a server takes, for guests that check what they pass on. */
export const OPTION_GROUP_NAMES: readonly string[] = Object.keys(new OptionGroups());
