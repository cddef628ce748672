import type { Logger } from '../observability/index.js';
import type { Controller } from './controller.js';
import { isControllerEnabled } from './enabled-controllers.js';

/** What the host runs. */
export interface ControllerHostParts {
  readonly controllers: readonly Controller[];
  /** `--controllers`. */
  readonly selection: readonly string[];
  readonly logger: Logger;
}

/** Starts the controllers that are enabled, and stops them. */
export class ControllerHost {
  private readonly running: Controller[] = [];

  constructor(private readonly parts: ControllerHostParts) {}

  /** Names of the controllers that run. */
  get names(): string[] {
    return this.running.map((controller) => controller.name);
  }

  /** Starts them; one that fails to start does not keep the others from it. */
  start(): void {
    const { controllers, selection, logger } = this.parts;
    for (const controller of controllers) {
      if (!isControllerEnabled(controller.name, selection)) continue;
      try {
        controller.start();
        this.running.push(controller);
      } catch (error) {
        logger.error('a controller cannot be started', { controller: controller.name, error });
      }
    }
  }

  /** Stops them all; resolves when none is working any more. */
  async stop(): Promise<void> {
    await Promise.all(this.running.splice(0).map((controller) => controller.stop()));
  }
}
