/** Gives the function that reads a configuration file, YAML or JSON, to plain data; a repeated key is a fault. */
export async function configurationReader(): Promise<(text: string) => unknown> {
  const { load } = await import('js-yaml');
  return (text) => {
    try {
      return load(text);
    } catch (error) {
      // What follows the first line shows the text, which may hold secrets.
      throw new Error(`is not YAML: ${(error as Error).message.split('\n')[0]}`, { cause: error });
    }
  };
}
