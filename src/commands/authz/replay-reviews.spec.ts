import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordReviews } from './record-reviews.js';
import { replayReviews } from './replay-reviews.js';

const CONFIG = `
apiVersion: apiserver.config.k8s.io/v1
kind: AuthorizationConfiguration
authorizers: [{ type: RBAC, name: rbac }]
`;
const ROLES = `
kind: ClusterRole
apiVersion: rbac.authorization.k8s.io/v1
metadata: { name: readers }
rules: [{ apiGroups: [''], resources: [pods], verbs: [get, list] }]
---
kind: ClusterRoleBinding
apiVersion: rbac.authorization.k8s.io/v1
metadata: { name: readers }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: readers }
subjects: [{ apiGroup: rbac.authorization.k8s.io, kind: Group, name: devs }]
`;

const event = (username: string, verb: string, decision: string): string =>
  `${JSON.stringify({
    kind: 'Event',
    user: { username, groups: ['devs'] },
    verb,
    objectRef: { resource: 'pods', namespace: 'a', apiVersion: 'v1' },
    requestURI: '/api/v1/namespaces/a/pods',
    annotations: { 'authorization.k8s.io/decision': decision },
  })}\n`;

describe('authz record and authz replay', () => {
  let folder: string;
  let out: string;
  let err: string;
  const host = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (err += text) } };
  const file = (name: string): string => join(folder, name);

  beforeEach(async () => {
    [out, err] = ['', ''];
    folder = await mkdtemp(join(tmpdir(), 'binnacle-replay-'));
    await writeFile(file('config.yaml'), CONFIG);
    await writeFile(file('roles.yaml'), ROLES);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const record = async (...lines: string[]): Promise<number> => {
    await writeFile(file('audit.log'), lines.join(''));
    return recordReviews([file('audit.log'), `--out=${file('reviews.jsonl')}`], host);
  };
  const replay = (...more: string[]): Promise<number> =>
    replayReviews([`--config=${file('config.yaml')}`, `--reviews=${file('reviews.jsonl')}`, ...more], host);

  it('show what another configuration decides otherwise', async () => {
    const lines = [event('ada', 'list', 'allow'), event('ada', 'list', 'allow'), event('ada', 'delete', 'allow')];
    expect(await record(...lines, event('bob', 'list', 'forbid'), 'no event\n')).toBe(0);
    expect(err).toBe('3 reviews of 5 lines; 1 have no decision\n');
    expect(await replay(`--objects=${file('roles.yaml')}`, '--concurrency=1')).toBe(1);
    expect(out).toContain(
      '1 of 3 reviews would be denied that were allowed\n  ada delete pods in a: NoOpinion\n    RBAC rbac: NoOpinion\n',
    );
    expect(out).toMatch(
      /1 of 3 reviews would be allowed that were not\n {2}bob list pods in a: Allow\n {4}RBAC rbac: Allow/,
    );
    expect(out).toMatch(/decisions took [\d.]+ ms \(median\), [\d.]+ ms \(99 %\), [\d.]+ ms \(longest\), 1 at once\n$/);
  });

  it('say how many requests a review stands for', async () => {
    await record(event('ada', 'delete', 'allow'), event('ada', 'delete', 'allow'));
    await replay();
    expect(out).toContain('ada delete pods in a (2 requests): NoOpinion');
  });

  it('count the newest decision on a review', async () => {
    await record(event('ada', 'list', 'allow'), event('ada', 'list', 'forbid'));
    expect(JSON.parse(await readFile(file('reviews.jsonl'), 'utf8'))).toMatchObject({
      metadata: { annotations: { 'binnacle.dev/requests': '2' } },
      status: { allowed: false },
    });
  });

  it('print no characters of a name that could move the cursor', async () => {
    await record(event('ada\u001b[2J', 'delete', 'allow'));
    await replay();
    expect(out).toContain('ada?[2J delete pods in a: NoOpinion');
  });

  it('leave out what is beyond the limit', async () => {
    await writeFile(file('audit.log'), event('ada', 'list', 'allow') + event('bob', 'list', 'allow'));
    await recordReviews([file('audit.log'), '--limit=1'], host);
    expect(out.split('\n')).toHaveLength(2);
    expect(err).toContain('1 are of reviews beyond the limit');
  });

  it.each([
    [['--limit=0'], '--limit: "0" is no number from 1 on'],
    [[], 'an audit log, a log of decisions or - is needed'],
  ])('refuse %j', async (words, message) => {
    const paths = words.length === 0 ? [] : [file('config.yaml')];
    await expect(recordReviews([...paths, ...words], host)).rejects.toThrow(message);
  });

  it('refuse a concurrency that makes no sense', async () => {
    await expect(replay('--concurrency=0')).rejects.toThrow('--concurrency: has to be a number from 1 to 1000');
  });
});
