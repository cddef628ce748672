/** The remedies for a store that cannot be read as it is. */
export const REMEDY_OF_CORRUPT =
  'restore its directory from a backup, or start with an empty --data-dir and apply the objects again';
export const REMEDY_OF_NEWER = 'start that version again, or restore a backup of this one';
