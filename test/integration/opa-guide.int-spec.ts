import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../src/commands/index.js';
import { FakeWebhook } from '../support/fake-webhook.js';
import type { Json } from '../support/test-client.js';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'opa.md');
const RULE = '/v0/data/kubernetes/access/decision';

let directory: string;
let opa: FakeWebhook;

/** The rules of the page in TypeScript. */
function statusOf({ groups = [], resourceAttributes: about = {} }: Json): Json {
  if (about.verb === 'delete' && about.name === 'keep') {
    return { allowed: false, denied: true, reason: 'it is to be kept' };
  }
  const isReading = ['get', 'list', 'watch'].includes(about.verb as string);
  if (isReading && (groups as string[]).includes('auditors')) {
    return { allowed: true, reason: 'auditors read everything' };
  }
  return { allowed: false };
}

/** Responds in place of OPA: the body is the input, the response the value of the rule that the path names; 404 without one. */
function answerAsOpa(): void {
  opa.answer = ({ method, url, body }, response) => {
    if (method !== 'POST' || url.split('?')[0] !== RULE) return void response.writeHead(404).end('{}');
    const { apiVersion, kind, spec } = JSON.parse(body) as Json;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ apiVersion, kind, status: statusOf(spec as Json) }));
  };
}

/** The blocks of the page in a language, with the address of the stand-in. */
async function blocks(language: string): Promise<string[]> {
  const page = await readFile(PAGE, 'utf8');
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, text]) =>
    text.replace('http://127.0.0.1:8181', opa.url).replace('kubeConfigFile: ', `kubeConfigFile: ${directory}/`),
  );
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-opa-'));
  opa = await FakeWebhook.start();
  answerAsOpa();
  const [kubeconfig, configuration, reviews] = await blocks('yaml');
  await writeFile(join(directory, 'opa.kubeconfig'), kubeconfig);
  await writeFile(join(directory, 'authorization.yaml'), configuration);
  await writeFile(join(directory, 'reviews.yaml'), reviews);
});

afterAll(async () => {
  await opa.close();
  await rm(directory, { recursive: true });
});

async function check(): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' };
  const writerOf = (stream: 'out' | 'err') => ({ write: (text: string) => void (said[stream] += text) });
  const words = ['check', '--config', join(directory, 'authorization.yaml')];
  const output = { out: writerOf('out'), err: writerOf('err') };
  const code = await runCommand('authz', [...words, '--reviews', join(directory, 'reviews.yaml')], output);
  return { code, ...said };
}

describe('the page on Open Policy Agent', () => {
  it('shows what binnacle authz check prints, where OPA answers as its API says', async () => {
    const [expected] = await blocks('text');
    expect(await check()).toEqual({ code: 0, out: expected, err: '' });
    const [{ body }] = opa.asked;
    expect(JSON.parse(body)).toMatchObject({ apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview' });
  });

  it('has a policy that names the rule and the reasons of the page', async () => {
    const [policy] = await blocks('rego');
    expect(RULE).toBe(`/v0/data/${/^package (\S+)$/m.exec(policy)![1].replace('.', '/')}/decision`);
    expect(policy).toMatch(/^decision := /m);
    for (const reason of ['it is to be kept', 'auditors read everything']) expect(policy).toContain(reason);
  });

  it('denies where a rule is undefined, as failurePolicy says', async () => {
    opa.answer = (_request, response) => void response.writeHead(404).end('{}');
    const { code, out } = await check();
    expect(code).toBe(1);
    expect(out).toMatch(/^ada list secrets in default: Deny/m);
    answerAsOpa();
  });
});
