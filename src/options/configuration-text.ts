/** Loads the function that reads a configuration file, YAML or JSON, to plain data; a repeated key is a fault. */
export async function configurationReader(): Promise<(text: string) => unknown> {
  const { load } = await import('js-yaml');
  return (text) => withoutText(() => load(text));
}

/** Loads the function that reads a file of several YAML documents, or of one. */
export async function documentsReader(): Promise<(text: string) => unknown[]> {
  const { loadAll } = await import('js-yaml');
  return (text) => withoutText(() => loadAll(text));
}

/** Only the first line of a fault is reported: the rest quotes the text, which may contain secrets. */
function withoutText<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`is not YAML: ${(error as Error).message.split('\n')[0]}`, { cause: error });
  }
}
