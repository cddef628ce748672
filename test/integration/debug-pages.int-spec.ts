import { createLogger } from '../../src/observability/index.js';
import { type TestServer, type TestServerOptions, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const WARNING =
  'Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.';

async function withServer(options: TestServerOptions, test: (server: TestServer) => Promise<void>): Promise<void> {
  const server = await startTestServer(options);
  try {
    await test(server);
  } finally {
    await server.close();
  }
}

const put = (server: TestServer, body: string) => server.request('PUT', '/debug/flags/v', { body });

describe('/debug/flags/v', () => {
  it('changes the verbosity of the log while the server runs', async () => {
    const lines: Json[] = [];
    const logger = createLogger({ destination: { write: (line) => void lines.push(JSON.parse(line)) } });
    await withServer({ logger }, async (server) => {
      const child = logger.with({ area: 'x' });
      child.verbose(4, 'before');
      const { status, text, headers } = await put(server, '4');
      expect([status, text]).toEqual([200, 'successfully set klog.logging.verbosity to 4\n']);
      expect(headers).toMatchObject({ 'content-type': 'text/plain', 'x-content-type-options': 'nosniff' });
      child.verbose(4, 'after');
      expect(lines.map(({ msg }) => msg).filter((msg) => ['before', 'after'].includes(msg))).toEqual(['after']);
      expect(logger.verbosity).toBe(4);
    });
  });

  it.each([
    ['x', 'strconv.ParseInt: parsing "x": invalid syntax'],
    ['', 'strconv.ParseInt: parsing "": invalid syntax'],
    ['4\n', 'strconv.ParseInt: parsing "4\\n": invalid syntax'],
    ['2147483648', 'strconv.ParseInt: parsing "2147483648": value out of range'],
  ])('refuses %j', async (body, fault) => {
    await withServer({}, async (server) => {
      const { status, text } = await put(server, body);
      expect([status, text]).toEqual([400, `failed set klog.logging.verbosity ${body}: ${fault}\n`]);
    });
  });

  it('takes PUT only', async () => {
    await withServer({}, async ({ client }) => {
      const { status, text } = await client.get('/debug/flags/v');
      expect([status, text]).toEqual([406, 'unsupported http method\n']);
      expect((await client.get('/debug/flags')).text).toContain('<tr>v<br>');
    });
  });
});

describe('/flagz and /statusz', () => {
  const gates = { ComponentFlagz: true, ComponentStatusz: true };
  const options: TestServerOptions = {
    api: { featureGates: gates },
    aggregation: { enablesRouting: true },
    tokens: ['jane-token,jane,2,"people"'],
  };

  it('show what the server was started with, and since when', async () => {
    await withServer(options, async ({ client }) => {
      const { text, headers } = await client.request('GET', '/flagz', { headers: { accept: 'text/plain' } });
      expect(text.startsWith(`\nkube-apiserver flags\n${WARNING}\n\n`)).toBe(true);
      expect(text).toMatch(/\nenable-aggregator-routing(:|: |=| )true\n/);
      expect(text).toMatch(/\nfeature-gates(:|: |=| )ComponentFlagz=true,ComponentStatusz=true\n/);
      const names = text
        .split('\n')
        .slice(4, -1)
        .map((line) => /^[\w-]+/.exec(line)![0]);
      expect(names).toEqual([...names].sort());
      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
      const status = (await client.request('GET', '/statusz', { headers: { accept: '*/*' } })).text;
      expect(status.startsWith(`\nkube-apiserver statusz\n${WARNING}\n\n`)).toBe(true);
      expect(status).toMatch(/\nStarted(:|: |=| ) \w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d UTC \d{4}\n/);
      expect(status).toMatch(/\nUp(:|: |=| ) \d+ hr \d\d min \d\d sec\n/);
      expect(status).toMatch(/\nBinary version(:|: |=| ) 1\.32\.0\+binnacle\nEmulation version(:|: |=| ) 1\.32\n$/);
      expect((await client.get('/')).body.paths).toEqual(expect.arrayContaining(['/flagz', '/statusz']));
    });
  });

  it('are text, and need rights', async () => {
    await withServer(options, async (server) => {
      const json = await server.request('GET', '/flagz', { headers: { accept: 'application/json' } });
      expect([json.status, json.text]).toEqual([406, 'media type not acceptable, must be: text/plain\n']);
      const asked = ['/flagz', '/statusz'].flatMap((path) => ['', 'jane-token'].map((token) => ({ path, token })));
      const answers = asked.map(({ path, token }) => server.request('GET', path, { token }));
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    });
  });

  it('are not there without their gates', async () => {
    await withServer({}, async ({ client }) => {
      const answers = await Promise.all(['/flagz', '/statusz'].map((path) => client.get(path)));
      expect(answers.map(({ status }) => status)).toEqual([404, 404]);
      expect((await client.get('/')).body.paths).not.toContain('/flagz');
    });
  });
});
