/**
 * A page of a plugin's own routes, which the console links to.
 *
 * @public
 * @example
 * const page: PluginPage = { path: '/harbor/board/default', title: 'Notice board' };
 */
export interface PluginPage {
  /** A path of a route of the plugin, without query. */
  readonly path: string;
  /** The text of the link. */
  readonly title: string;
}

/**
 * The pages of the installed plugins. Provided by the server.
 *
 * @internal
 * @example
 * const titlesOf = (pages: PluginPages) => pages.all().map(({ title }) => title);
 */
export abstract class PluginPages {
  /** Returns all pages, in the order in which their plugins were installed. */
  abstract all(): readonly PluginPage[];
}
