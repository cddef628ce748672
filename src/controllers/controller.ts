/** A loop that runs beside the API and brings what is stored to what should be. Started and stopped by the host. */
export abstract class Controller {
  /** Name by which `--controllers` knows it; upstream's. */
  abstract readonly name: string;

  /** Begins. Called once, when the start hooks of all plugins are done. */
  abstract start(): void;

  /** Ends and resolves when nothing is being worked on any more. */
  abstract stop(): Promise<void>;
}
