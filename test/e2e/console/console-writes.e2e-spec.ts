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
      await open.shows('It has changed since you began to edit');
      await open.click('Write');
      const conflict =
        /^409 Conflict\n+Operation cannot be fulfilled on configmaps "first": the object has been modified/;
      expect(await refusal()).toMatch(conflict);
      await open.click('Review');
      expect(await refusal()).toMatch(conflict);
    });

    it('at the lines of the text, which the message leads to', async () => {
      await open.signIn('admin-token');
      await edit('a: "1"', '  a b: "1"');
      await open.click('Review');
      expect(await refusal()).toContain('Correct the fields that are named');
      await open.click('line 3');
      expect(await open.page.evaluate(`${EDITOR}.querySelector('.cm-activeLine').textContent`)).toContain('a b:');
      const marked = await open.page.waitForFunction(
        `${EDITOR}.querySelector('.cm-lintRange-error')?.textContent.includes('a b')`,
      );
      expect(marked).toBeTruthy();
    });

    it('of bad YAML at its line, without a copy of what was sent', async () => {
      await open.signIn('admin-token');
      await edit('a: "1"', '  a: [');
      await open.page.waitForFunction(`${EDITOR}.querySelectorAll('.cm-lintRange-error').length === 1`);
      await open.click('Review');
      const text = await refusal();
      expect(text).toMatch(/^400 BadRequest\n+.*did not find expected/);
      expect(text).not.toMatch(/[0-9a-f]{16}/);
      await open.click('line 4');
    });

    it('and an answer that did not come is no refusal', async () => {
      await open.signIn('admin-token');
      await edit('a: "1"', '  a: "2"');
      await open.page.setOfflineMode(true);
      await open.click('Review');
      await open.shows('The server did not answer');
      await open.shows('Check that the server runs');
      await open.page.setOfflineMode(false);
      await open.click('Review');
      await open.shows('What would be stored');
      open.forgive(/ERR_INTERNET_DISCONNECTED/);
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

  describe('an object that is changed while it is edited', () => {
    const theirs = (data: object) => maps().patch('first', { data } as never);
    const text = () => open.page.evaluate(`${EDITOR}.innerText`) as Promise<string>;

    beforeEach(() => open.signIn('admin-token'));

    it('is compared three ways, rebased and written', async () => {
      await edit('a: "1"', '  a: "mine"');
      await theirs({ a: 'theirs', b: '2' });
      await open.shows('It has changed since you began to edit');
      await open.shows('1 conflict to decide');
      await open.click('Compare');
      const sides = await open.page.$$eval('.chunk.conflict pre', (all) => all.map((each) => each.innerText.trim()));
      expect(sides).toEqual(['a: "1"', 'a: "mine"', 'a: theirs']);
      await open.click('Keep yours');
      await open.click('Rebase my changes');
      await open.page.waitForFunction(`${EDITOR}?.innerText.includes('b: "2"')`);
      expect(await text()).toContain('a: "mine"');
      await open.click('Review');
      await open.shows('What would be stored');
      await open.click('Write');
      await open.shows('first was written');
      expect(await maps().get('first')).toMatchObject({ data: { a: 'mine', b: '2' } });
    });

    it('has conflicts that are not decided in the text, as no YAML', async () => {
      await edit('a: "1"', '  a: "mine"');
      await theirs({ a: 'theirs' });
      await open.shows('It has changed since you began to edit');
      await open.click('Rebase my changes');
      await open.page.waitForFunction(`${EDITOR}?.innerText.includes('<<<<<<< yours')`);
      await open.click('Review');
      await open.shows('The server refuses it');
    });

    it('says that it was deleted, and keeps the text for a new one', async () => {
      await edit('a: "1"', '  a: "mine"');
      await maps().delete('first');
      await open.shows('It was deleted while you edited it');
      await open.click('Use the text for a new object');
      await open.page.waitForFunction(`${EDITOR}?.innerText.includes('a: "mine"')`);
      await open.click('Review');
      await open.shows('What would be stored');
      await open.click('Create');
      await open.shows('first was created');
      expect(await maps().get('first')).toMatchObject({ data: { a: 'mine' } });
    });
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
