type Reader = () => Promise<void>;

/** Of the whole process, as is the signal by which operators ask. */
const readers = new Set<Reader>();

/** Calls back whenever files are to be read again at once; the result ends that. */
export function onReloadRequest(reader: Reader): () => void {
  readers.add(reader);
  return () => void readers.delete(reader);
}

/** Reads all followed files of the process again that have changed (SIGHUP); resolves when all are read. */
export async function requestReload(): Promise<void> {
  await Promise.allSettled([...readers].map((reader) => reader()));
}
