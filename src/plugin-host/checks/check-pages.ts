import type { PluginPage } from '../../plugin-api/built-in.js';
import type { DeclaredRoute } from '../catalogue/index.js';

/** A path that browsers take as it is: without another host, a query or dot segments. */
const PLAIN_PATH = /^(?:\/(?!\.\.?(?:\/|$))[\w.~-]+)+$/;
const READING: ReadonlySet<string> = new Set(['GET', 'ALL']);

/** Returns every mistake in the pages of a plugin, which have to be below its own routes. */
export function checkPages(plugin: string, pages: readonly PluginPage[], routes: readonly DeclaredRoute[]): string[] {
  const own = new Set(routes.filter(({ method }) => READING.has(method)).map(({ path }) => path.split('/')[1]));
  return pages.flatMap(({ path, title }) => {
    const page = `${plugin}: the page ${JSON.stringify(path)}`;
    const untitled = typeof title === 'string' && title.trim() !== '' ? [] : [`${page} has no title; give it one`];
    if (!PLAIN_PATH.test(path)) return [...untitled, `${page} is no plain path; use one such as /harbor/board`];
    const isOwn = own.has(path.split('/')[1]);
    return isOwn
      ? untitled
      : [...untitled, `${page} is below no route of the plugin; import the module that serves it`];
  });
}
