import { type PluginPage, PluginPages } from '../../plugin-api/built-in.js';

/** The pages of the plugins that are installed now. */
export class InstalledPages extends PluginPages {
  private readonly installed = new Set<readonly PluginPage[]>();

  override all(): readonly PluginPage[] {
    return [...this.installed].flat();
  }

  /** Adds the pages of a plugin; the answer removes them. */
  add(pages: readonly PluginPage[]): () => void {
    const own = [...pages];
    this.installed.add(own);
    return () => void this.installed.delete(own);
  }
}
