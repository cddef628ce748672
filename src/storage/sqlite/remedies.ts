/** The remedy for a store whose files are damaged. */
export const REMEDY_OF_CORRUPT =
  'restore its directory from a backup, or start with an empty --data-dir and apply the objects again';

/** The remedy for a store that a newer version wrote. */
export const REMEDY_OF_NEWER = 'start that version again, or restore a backup of this one';
