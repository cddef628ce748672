/** Waits for work that ends, in time of the machine. Returns false where it has not ended within the grace; it continues then. */
export async function withGrace(ending: Promise<void>, graceMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, graceMs, false);
  });
  try {
    return await Promise.race([ending.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
