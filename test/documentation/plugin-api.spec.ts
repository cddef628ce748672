import { API_GROUPS } from '../support/reference/plugin-api-groups.js';
import { exampleText, pluginApiPage, publicDeclarations } from '../support/reference/plugin-api-page.js';
import { writtenPage } from '../support/reference/written-page.js';

describe('The page of the plugin API', () => {
  it('is that of the code', () => {
    const page = pluginApiPage();
    expect(writtenPage('plugin-api', page)).toBe(page);
  });

  it('has every export in one group', () => {
    const names = API_GROUPS.flatMap((group) => group.names);
    expect([...names].sort()).toEqual([...publicDeclarations.keys()].sort());
  });

  it.each(API_GROUPS.map(({ title, example, names }) => [title, example, names] as const))(
    'uses every name of "%s" in its example',
    (_title, example, names) => {
      const code = exampleText(example).replace(/^import [^;]*;$/gm, '');
      expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
    },
  );

  it('shows the members of a kind without the exceptions of built-in ones', () => {
    const page = pluginApiPage();
    expect(page).toMatch(/interface KindDefinition[^`]*readonly plural: string;/);
    expect(page).not.toMatch(/\bquirks\b/);
    expect(page).not.toMatch(/```ts\n\n```/);
  });
});
