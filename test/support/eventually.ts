/** Below Jest's deadline, so that the failure shown is the last one. */
const PATIENCE_MS = 270_000;
const PAUSE_MS = 20;

/** Tries until nothing fails, and answers what came of it; fails with the last failure. */
export async function eventually<T>(attempt: () => T | Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
