import { FolderWatch } from '../../plugin-host/index.js';

/** The changes of the source files below a folder, one after another. */
export class SourceChanges {
  private readonly watch: FolderWatch;
  private hasChanged = false;
  private resolveNext: (() => void) | undefined;

  constructor(folder: string) {
    this.watch = new FolderWatch(folder, () => this.note());
  }

  /** Resolves when files have changed since it resolved last. */
  async next(): Promise<void> {
    if (!this.hasChanged) await new Promise<void>((resolve) => (this.resolveNext = resolve));
    this.hasChanged = false;
  }

  close(): void {
    this.watch.close();
  }

  private note(): void {
    this.hasChanged = true;
    this.resolveNext?.();
  }
}
