import type { Dialog } from 'puppeteer-core';
import { describeWithChromium } from '../../support/chromium.js';
import type { ResourceKind } from '../../../src/client/index.js';
import { type ConsoleServer, startConsoleServer } from './console-server.js';
import { type ConsolePage, EDITOR, openConsole, replaceInEditor } from './console-page.js';

const MAPS: ResourceKind = { group: '', version: 'v1', kind: 'ConfigMap', resource: 'configmaps', scope: 'Namespaced' };
const RBAC = { group: 'rbac.authorization.k8s.io', version: 'v1' } as const;
const ROLES: ResourceKind = { ...RBAC, kind: 'ClusterRole', resource: 'clusterroles', scope: 'Cluster' };
const BINDINGS: ResourceKind = {
  ...RBAC,
  kind: 'ClusterRoleBinding',
  resource: 'clusterrolebindings',
  scope: 'Cluster',
};

const PLACE = '#/r/core/configmaps/default';
const FIRST = `${PLACE}/first/yaml`;

describeWithChromium('changes in the console', () => {
  let console: ConsoleServer;
  let open: ConsolePage;

  const maps = () => console.client.of(MAPS).namespace('default');

  beforeAll(async () => {
    console = await startConsoleServer(['--authorization-mode=Node,RBAC']);
    const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch'] }];
    await console.client.of(ROLES).create({ metadata: { name: 'readers' }, rules } as never);
    await console.client.of(BINDINGS).create({
      metadata: { name: 'readers' },
      roleRef: { apiGroup: RBAC.group, kind: 'ClusterRole', name: 'readers' },
      subjects: [{ apiGroup: RBAC.group, kind: 'User', name: 'bob' }],
    } as never);
  });

  beforeEach(async () => {
    await maps().create({ metadata: { name: 'first' }, data: { a: '1' } } as never);
    open = await openConsole(console.server.url);
  });

  afterEach(async () => {
    await open.close();
    await maps().delete('first');
    expect(open.faults).toEqual([]);
  });

  afterAll(() => console.close());

  /** Begins to edit the object, with a line replaced. */
  async function edit(from: string, ...to: string[]): Promise<void> {
    await open.go(FIRST);
    await open.click('Edit');
    await replaceInEditor(open, from, to);
  }

  /** The text of the refusal that is shown. */
  async function refusal(): Promise<string> {
    await open.shows('The server refuses it');
    await open.page.waitForSelector('.review .failure');
    return open.page.$eval('.review .failure', (element) => element.innerText);
  }

  describe('a refused write shows the reason of the server, its message and causes', () => {
    it('400', async () => {
      await open.signIn('admin-token');
      await edit('kind: ConfigMap', 'kind: ConfigMap', 'nonsense: 1');
      await open.click('Review');
      expect(await refusal()).toMatch(/^400 BadRequest\n+.*unknown field "nonsense"/);
    });

    it('403', async () => {
      await open.signIn('bob-token');
      await edit('a: "1"', '  a: "2"');
      await open.click('Review');
      expect(await refusal()).toMatch(/^403 Forbidden\n+configmaps "first" is forbidden: User "bob" cannot update/);
    });

    it('409 of a dry run, and of the write after it', async () => {
      await open.signIn('admin-token');
      await edit('a: "1"', '  a: "2"');
      await open.click('Review');
      await open.shows('What would be stored');
      await maps().patch('first', { data: { b: '3' } } as never);
      await open.shows('It has changed since');
      await open.click('Write');
      const conflict =
        /^409 Conflict\n+Operation cannot be fulfilled on configmaps "first": the object has been modified/;
      expect(await refusal()).toMatch(conflict);
      await open.click('Review');
      expect(await refusal()).toMatch(conflict);
    });

    it('422', async () => {
      await open.signIn('admin-token');
      await edit('a: "1"', '  a b: "1"', 'c d: "1"');
      await open.click('Review');
      const text = await refusal();
      expect(text).toMatch(/^422 Invalid\n+ConfigMap "first" is invalid: /);
      const causes = await open.page.$$eval('.review .failure li', (all) => all.map((each) => each.innerText));
      expect(causes).toEqual([
        expect.stringMatching(/^data\[a b\]: Invalid value: "a b"/),
        expect.stringMatching(/^data\[c d\]: Invalid value: "c d"/),
      ]);
    });
  });

  it('finds objects behind the rows that are shown, and follows them', async () => {
    const names = Array.from({ length: 2200 }, (_, i) => `many-${String(i).padStart(4, '0')}`);
    for (let at = 0; at < names.length; at += 100) {
      await Promise.all(names.slice(at, at + 100).map((name) => maps().create({ metadata: { name } })));
    }
    const rowsShown = (): Promise<(string | null)[]> =>
      open.page.$$eval('tbody td.name', (cells) => cells.map(({ textContent }) => textContent));
    await open.signIn('admin-token');
    await open.go(PLACE);
    await open.shows('more are not shown');
    await open.page.type('main [type=search]', 'many-219');
    await open.page.waitForFunction(`document.querySelectorAll('tbody tr').length === 10`);
    expect(await rowsShown()).toEqual(names.slice(2190));
    await maps().delete('many-2199');
    await open.page.waitForFunction(`document.querySelectorAll('tbody tr').length === 9`);
    await maps().create({ metadata: { name: 'later-many-2190' } });
    await maps().create({ metadata: { name: 'other' } });
    await open.shows('later-many-2190');
    expect(await rowsShown()).toEqual(['later-many-2190', ...names.slice(2190, 2199)]);
    await open.page.type('main [type=search]', 'x');
    await open.shows('Nothing matches the filter');
  });

  describe('changes that are not written', () => {
    /** Confirms the next question of the page; returns its text. */
    const answerNext = (isAccepted: boolean): Promise<string> =>
      new Promise((resolve) =>
        open.page.once('dialog', (dialog: Dialog) => {
          void (isAccepted ? dialog.accept() : dialog.dismiss()).then(() => resolve(dialog.message()));
        }),
      );
    const hash = (): Promise<string> => open.page.evaluate('location.hash') as Promise<string>;
    const editorText = (): Promise<string> => open.page.evaluate(`${EDITOR}?.innerText`) as Promise<string>;

    beforeEach(async () => {
      await open.signIn('admin-token');
      await edit('a: "1"', '  a: "2"');
    });

    it.each<[string, () => Promise<unknown>]>([
      ['another place', () => open.go(PLACE)],
      ['another tab', () => open.click('Fields')],
      ['the way back of the browser', () => open.page.evaluate('history.back()')],
      ['signing out', () => open.click('Sign out')],
      ['the end of editing', () => open.click('Cancel')],
    ])('stay unless the user agrees: %s', async (_name, leave) => {
      const asked = answerNext(false);
      await leave();
      expect(await asked).toContain('Discard the changes');
      expect([await hash(), await editorText()]).toEqual([FIRST, expect.stringContaining('a: "2"')]);
      const askedAgain = answerNext(true);
      await open.click('Cancel');
      await askedAgain;
      await open.page.waitForFunction(`!${EDITOR}`);
      expect(await maps().get('first')).toMatchObject({ data: { a: '1' } });
    });

    it('are asked about once, when the user goes', async () => {
      const asked = answerNext(true);
      await open.go(PLACE);
      await asked;
      await open.page.waitForSelector('tbody tr');
      await open.go(FIRST);
      await open.shows('Edit');
      await open.page.reload();
      await open.page.waitForSelector('#token');
    });

    it('are asked about by the browser before the page goes', async () => {
      const types: string[] = [];
      open.page.once('dialog', (dialog: Dialog) => {
        types.push(dialog.type());
        void dialog.accept();
      });
      await open.page.reload();
      await open.page.waitForSelector('#token');
      expect(types).toEqual(['beforeunload']);
    });

    it('are forgotten once they are written', async () => {
      await open.click('Review');
      await open.shows('What would be stored');
      await open.click('Write');
      await open.shows('first was written');
      await open.page.reload();
      await open.page.waitForSelector('#token');
    });
  });

  it('asks before the text of a new object is lost, and not after it was created', async () => {
    await open.signIn('admin-token');
    await open.go(`${PLACE}/+/new`);
    await replaceInEditor(open, '  name:', ['  name: made']);
    const asked = new Promise((resolve) =>
      open.page.once('dialog', (dialog: Dialog) => void dialog.dismiss().then(() => resolve(dialog.type()))),
    );
    await open.go(PLACE);
    expect(await asked).toBe('confirm');
    await open.click('Review');
    await open.shows('What would be stored');
    await open.click('Create');
    await open.shows('made was created');
    await open.page.waitForFunction(`location.hash === '${PLACE}/made/yaml'`);
    await maps().delete('made');
  });
});
