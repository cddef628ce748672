import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltServer, startBuiltServer } from '../support/built-server.js';
import { eventually } from '../support/eventually.js';
import { Kubectl, describeWithKubectl } from '../support/kubectl.js';

describeWithKubectl('kubectl with custom resources', () => {
  let directory: string;
  let server: BuiltServer;
  let kubectl: Kubectl;
  const ok: Kubectl['ok'] = (command, run) => kubectl.ok(command, run);

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-kubectl-'));
    server = await startBuiltServer();
    kubectl = new Kubectl(server.kubeconfigPath, join(directory, 'cache'));
    await ok(`apply -f ${join(import.meta.dirname, 'gateways')}`);
    // kubectl wait fails on a definition whose conditions are not set yet, as it does with the reference.
    await eventually(() => ok('wait --for=condition=Established crd/gateways.net.example.com --timeout=80s'));
  });

  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    await rm(directory, { recursive: true, force: true });
  });

  const gateway = (spec: object): string =>
    JSON.stringify({ apiVersion: 'net.example.com/v1', kind: 'Gateway', metadata: { name: 'web' }, spec });
  const listener = (name: string, port: number): object => ({ name, port, protocol: 'HTTP' });

  it('applies, and applies changes by merge patches', async () => {
    const first = { gatewayClassName: 'fast', listeners: [listener('a', 80), listener('b', 443)] };
    expect(await ok('apply -f -', { input: gateway(first) })).toContain('created');
    expect(await ok('apply -f -', { input: gateway(first) })).toContain('unchanged');
    expect(await ok('apply -f -', { input: gateway({ ...first, listeners: [listener('a', 81)] }) })).toContain(
      'configured',
    );
    expect(await ok('get gtw web -o jsonpath={.spec}')).toBe(
      '{"gatewayClassName":"fast","listeners":[{"name":"a","port":81,"protocol":"HTTP"}],"replicas":1}',
    );
    const renamed = { gatewayClassname: 'fast' };
    const { code, stderr } = await kubectl.run(['apply', '-f', '-'], { input: gateway(renamed) });
    expect([code, stderr]).toEqual([1, expect.stringContaining('unknown field "spec.gatewayClassname"')]);
  });

  it('applies on the server, beside what others own', async () => {
    const spec = { gatewayClassName: 'fast', listeners: [listener('c', 8080)] };
    await ok('apply --server-side --force-conflicts -f -', { input: gateway(spec) });
    expect(await ok('get gtw web -o jsonpath={.spec.listeners[*].name}')).toContain('c');
  });

  it('scales, and shows the columns of the definition', async () => {
    await ok('scale gtw/web --replicas=3');
    await ok(
      `patch gtw web --subresource=status --type=merge -p ${JSON.stringify({ status: { conditions: [{ type: 'Ready', status: 'True' }] } })}`,
    );
    expect(await ok('get gtw')).toMatch(/^NAME +CLASS +READY +AGE\nweb +fast +True +\d+s\n$/);
    expect(await ok('get all')).toContain('gateway.net.example.com/web');
    expect(await ok('get gtw --field-selector spec.gatewayClassName=slow -o name')).toBe('');
  });

  it('explains fields, and reports broken rules', async () => {
    expect(await ok('explain gtw.spec.listeners --recursive')).toMatch(/protocol\t<string>\n +enum: HTTP, TCP/);
    const broken = await kubectl.run(['apply', '-f', '-'], {
      input: gateway({ gatewayClassName: 'fast', listeners: [listener('a', -1)] }),
    });
    expect(broken.stderr).toContain('spec.listeners: Invalid value: "array": ports are positive');
  });

  it('deletes the objects with the definition', async () => {
    await ok('delete crd gateways.net.example.com --timeout=80s');
    expect((await kubectl.run(['get', 'gtw'])).code).toBe(1);
  });
});
