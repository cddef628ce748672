import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AdmissionPlugin } from '../../admission/index.js';
import { AdmissionConfiguration } from './admission-configuration.js';

class Configured extends AdmissionPlugin {
  readonly calls: unknown[] = [];

  constructor(
    readonly name = 'Seal',
    private readonly fault?: string,
  ) {
    super();
  }

  handles(): boolean {
    return true;
  }

  override configure(configuration: unknown): void | Promise<void> {
    this.calls.push(configuration);
    if (this.fault !== undefined) throw new Error(this.fault);
  }
}

class Plain extends AdmissionPlugin {
  readonly name = 'Plain';

  handles(): boolean {
    return true;
  }
}

const HEAD = 'apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\n';

describe('AdmissionConfiguration', () => {
  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'binnacle-admission-'));
  });

  afterEach(() => rmSync(directory, { recursive: true }));

  function write(text: string, name = 'admission.yaml'): string {
    const file = path.join(directory, name);
    writeFileSync(file, text);
    return file;
  }

  async function configure(text: string, active: AdmissionPlugin[], available = active): Promise<void> {
    const configuration = await AdmissionConfiguration.read(write(text));
    configuration.configure(active, available);
  }

  it.each(['apiserver.config.k8s.io/v1', 'apiserver.config.k8s.io/v1alpha1', 'apiserver.k8s.io/v1alpha1'])(
    'passes a plugin its section of a file of %s once',
    async (apiVersion) => {
      const plugin = new Configured();
      const text = JSON.stringify({
        apiVersion,
        kind: 'AdmissionConfiguration',
        plugins: [{ name: 'Seal', configuration: { a: [1] } }],
      });
      const configuration = await AdmissionConfiguration.read(write(text));
      configuration.configure([plugin], [plugin]);
      configuration.configure([plugin], [plugin]);
      expect(plugin.calls).toEqual([{ a: [1] }]);
    },
  );

  it('reports what a plugin refuses asynchronously once settled, and configures it again then', async () => {
    let isClosed = true;
    const plugin = new Configured();
    plugin.configure = async (content) => {
      plugin.calls.push(content);
      if (isClosed) throw new Error('the lock is stuck');
    };
    const configuration = await AdmissionConfiguration.read('');
    configuration.configure([plugin], [plugin]);
    await expect(configuration.settled()).rejects.toThrow('Seal: the lock is stuck');
    isClosed = false;
    configuration.configure([plugin], [plugin]);
    await configuration.settled();
    configuration.configure([plugin], [plugin]);
    expect(plugin.calls).toHaveLength(2);
  });

  it('reads a configuration from a file beside', async () => {
    const plugin = new Configured();
    write('a: 2\n', 'seal.yaml');
    await configure(`${HEAD}plugins: [{name: Seal, path: seal.yaml}]`, [plugin]);
    expect(plugin.calls).toEqual([{ a: 2 }]);
  });

  it('passes undefined without a file, and only to enabled plugins', async () => {
    const [on, off] = [new Configured(), new Configured('Off', 'not asked')];
    const configuration = await AdmissionConfiguration.read('');
    configuration.configure([on], [on, off]);
    expect([on.calls, off.calls]).toEqual([[undefined], []]);
  });

  it('accepts words about a plugin of Kubernetes that is not here, and entries that say nothing', async () => {
    const plugins = '[{name: ImagePolicyWebhook, configuration: {}}, {name: Plain}]';
    await expect(configure(`${HEAD}plugins: ${plugins}`, [new Plain()])).resolves.toBeUndefined();
  });

  it.each([
    ['a: [', 'admission.yaml'],
    ['[]', 'is no AdmissionConfiguration'],
    ['apiVersion: v1\nkind: AdmissionConfiguration', 'apiVersion: "v1" is not one of apiserver.config.k8s.io/v1'],
    [`${HEAD}plugin: []`, 'unknown key "plugin"'],
    [`${HEAD}plugins: {}`, 'plugins: is not a list'],
    [`${HEAD}plugins: [{path: x}]`, 'plugins[0]: has no name'],
    [`${HEAD}plugins: [{name: Seal, config: 1}]`, 'plugins[0]: unknown key "config"'],
    [`${HEAD}plugins: [{name: Seal, path: absent.yaml}]`, 'ENOENT: no such file or directory'],
    [`${HEAD}plugins: [{name: Seal}, {name: Seal}]`, 'plugins[1]: Seal is configured twice'],
    [`${HEAD}plugins: [{name: Sael}]`, 'plugin "Sael" is unknown'],
    [`${HEAD}plugins: [{name: Plain, configuration: {a: 1}}]`, 'Plain takes no configuration'],
  ])('refuses %j', async (text, message) => {
    await expect(configure(text, [new Configured(), new Plain()])).rejects.toThrow(message);
  });

  it('names file and plugin of what a plugin refuses', async () => {
    write('a: 2\n', 'seal.yaml');
    await expect(
      configure(`${HEAD}plugins: [{name: Seal, path: seal.yaml}]`, [new Configured('Seal', 'a: is too much')]),
    ).rejects.toThrow(`${path.join(directory, 'seal.yaml')}: Seal: a: is too much`);
  });
});
