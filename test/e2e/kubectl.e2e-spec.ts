import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltServer, startBuiltServer } from '../support/built-server.js';
import { Kubectl, describeWithKubectl } from '../support/kubectl.js';
import type { Json } from '../support/test-client.js';

const SHOP = join(import.meta.dirname, 'shop');
const OBJECTS = 29;

describeWithKubectl('kubectl', () => {
  let directory: string;
  let server: BuiltServer;
  let kubectl: Kubectl;

  /** Runs a command that has to succeed. */
  const ok: Kubectl['ok'] = (command, run) => kubectl.ok(command, run);
  const json = async (command: string): Promise<Json> => JSON.parse(await ok(`${command} -o json`)) as Json;
  const field = (what: string, path: string): Promise<string> => ok(`-n shop get ${what} -o jsonpath={${path}}`);

  /** The rows of a table, as words. */
  const rows = (table: string): string[][] =>
    table
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/));

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-kubectl-'));
    server = await startBuiltServer();
    kubectl = new Kubectl(server.kubeconfigPath, join(directory, 'cache'));
    // Namespaces get their account from a controller; pods need it.
    await ok('wait --for=create serviceaccount/default -n default --timeout=80s');
    await ok(`apply -f ${SHOP}`);
  });

  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    await rm(directory, { recursive: true, force: true });
  });

  describe('apply', () => {
    const versions = async (): Promise<string> => {
      const kinds =
        'all,configmaps,secrets,pvc,quota,limits,endpoints,leases,serviceaccounts,roles,rolebindings,podtemplates';
      return ok(`-n shop get ${kinds} -o custom-columns=KIND:.kind,NAME:.metadata.name,V:.metadata.resourceVersion`);
    };

    it('has made the whole application', async () => {
      const names = await ok(`get -f ${SHOP} -o name`);
      expect(names.trim().split('\n')).toHaveLength(OBJECTS);
    });

    it('changes nothing when it is repeated', async () => {
      const before = await versions();
      const output = await ok(`apply -f ${SHOP}`);
      expect(output.match(/ unchanged$/gm)!.length).toBeGreaterThanOrEqual(OBJECTS - 3);
      expect(output).not.toMatch(/ created$/m);
      expect(await versions()).toBe(before);
    });

    it('shows and makes a change, keeps what others have set, and takes away what is gone', async () => {
      const file = join(directory, 'change.yaml');
      const map = (data: string): string =>
        `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: changing, namespace: shop}\ndata: ${data}\n`;
      await writeFile(file, map('{a: "1", b: "2"}'));
      await ok(`apply -f ${file}`);
      await ok('-n shop patch configmap changing --type=merge -p {"data":{"other":"kept"}}');
      await writeFile(file, map('{a: "10"}'));
      const diff = await kubectl.run(['diff', '-f', file]);
      expect([diff.code, diff.stdout]).toEqual([1, expect.stringMatching(/^-\s+a: "1"\n-\s+b: "2"\n\+\s+a: "10"$/m)]);
      expect(await ok(`apply -f ${file}`)).toBe('configmap/changing configured\n');
      expect(JSON.parse(await field('configmap/changing', '.data'))).toEqual({ a: '10', other: 'kept' });
      expect((await kubectl.run(['diff', '-f', file])).code).toBe(0);
    });

    it('tries a change without making it', async () => {
      const before = await versions();
      expect(
        await ok('-n shop apply --dry-run=server -f -', {
          input: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"dry"}}',
        }),
      ).toBe('configmap/dry created (server dry run)\n');
      expect(await versions()).toBe(before);
    });

    it('gets errors about unknown members', async () => {
      const input = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"odd"},"dta":{}}';
      expect(await kubectl.fails('-n shop apply -f -', { input })).toContain('unknown field "dta"');
    });
  });

  describe('get', () => {
    it('shows tables', async () => {
      const [head, ...body] = rows(await ok('-n shop get deployments'));
      expect(head).toEqual(['NAME', 'READY', 'UP-TO-DATE', 'AVAILABLE', 'AGE']);
      expect(body.map((row) => row.slice(0, 4))).toEqual([
        ['api', '0/3', '0', '0'],
        ['web', '0/2', '0', '0'],
      ]);
    });

    it('shows wide tables', async () => {
      const [head, api] = rows(await ok('-n shop get deployments -o wide'));
      expect(head.slice(5)).toEqual(['CONTAINERS', 'IMAGES', 'SELECTOR']);
      expect(api.slice(5)).toEqual(['api,proxy', 'shop/api:1.0,envoy:1.30', 'app=api']);
    });

    it('shows many kinds at once', async () => {
      const output = await ok('-n shop get all');
      for (const name of [
        'service/web',
        'deployment.apps/api',
        'statefulset.apps/database',
        'daemonset.apps/logs',
        'cronjob.batch/backup',
        'job.batch/seed',
        'replicationcontroller/cache',
      ]) {
        expect(output).toContain(name);
      }
    });

    it('shows every namespace', async () => {
      const output = rows(await ok('get services -A'));
      expect(output.map(([namespace, name]) => `${namespace}/${name}`)).toEqual([
        'NAMESPACE/NAME',
        'default/kubernetes',
        ...['api', 'database', 'payments', 'web'].map((name) => `shop/${name}`),
      ]);
    });

    it('shows YAML, JSON, paths, columns and names', async () => {
      expect(await ok('-n shop get service web -o yaml')).toMatch(/^apiVersion: v1\nkind: Service\nmetadata:\n/);
      expect(await json('-n shop get service web')).toMatchObject({
        kind: 'Service',
        metadata: { name: 'web' },
        spec: { type: 'NodePort' },
      });
      expect(await ok('-n shop get deployments -o jsonpath={.items[*].spec.replicas}')).toBe('3 2');
      expect(
        await ok(
          '-n shop get deployments -o custom-columns=NAME:.metadata.name,IMAGE:.spec.template.spec.containers[0].image --no-headers',
        ),
      ).toMatch(/^api\s+shop\/api:1\.0\nweb\s+nginx:1\.27\n$/);
      expect(await ok('-n shop get configmap web -o name')).toBe('configmap/web\n');
    });

    it('selects by labels and fields', async () => {
      expect(await ok('-n shop get services -l tier=front -o name')).toBe('service/web\n');
      expect(await ok('-n shop get services -l tier -o name')).toBe('service/api\nservice/web\n');
      expect(await ok('get namespaces --field-selector metadata.name=shop -o name')).toBe('namespace/shop\n');
      expect(await ok('-n shop get secrets --field-selector type!=Opaque -o name')).toBe('');
    });

    it('sorts, and pages through lists', async () => {
      expect(await ok('-n shop get services --sort-by=.metadata.name -o name')).toBe(
        'service/api\nservice/database\nservice/payments\nservice/web\n',
      );
      const [paged, whole] = [
        await ok('get clusterroles -o name --chunk-size=7'),
        await ok('get clusterroles -o name'),
      ];
      expect(paged).toBe(whole);
    });

    it('says what does not exist', async () => {
      expect(await kubectl.fails('-n shop get deployment none')).toBe(
        'Error from server (NotFound): deployments.apps "none" not found\n',
      );
      expect(await kubectl.fails('get nothings')).toBe('error: the server doesn\'t have a resource type "nothings"\n');
    });
  });

  describe('describe', () => {
    it.each([
      ['deployment api', /^Replicas:\s+3 desired \| 0 updated/m],
      ['statefulset database', /StorageClass:[^]*Capacity:\s+10Gi/],
      ['service web', /^NodePort:\s+<unset>\s+3\d{4}\/TCP$/m],
      ['secret database', /^password:\s+19 bytes$/m],
      ['configmap web', /proxy_pass http:\/\/api/],
      ['cronjob backup', /^Concurrency Policy:\s+Forbid$/m],
      ['job seed', /^Completions:\s+1$/m],
      ['role api', /leases\.coordination\.k8s\.io/],
      ['rolebinding api', /ServiceAccount\s+api\s+shop/],
      ['limitrange containers', /Container\s+cpu\s+-\s+2\s+100m\s+500m/],
      ['namespace shop', /Name:\s+shop[^]*Resource Quotas/],
      ['pvc backup', /^Volume:\s+shop-backup$/m],
    ])('shows %s', async (what, pattern) => {
      expect(await ok(`-n shop describe ${what}`)).toMatch(pattern);
    });
  });

  describe('changes', () => {
    it('label and annotate', async () => {
      await ok('-n shop label deployment web release=canary');
      expect(await kubectl.fails('-n shop label deployment web release=stable')).toContain('--overwrite is false');
      await ok('-n shop label deployment web release=stable --overwrite');
      await ok('-n shop annotate deployment web note=hello');
      expect(await field('deployment/web', '.metadata.labels.release')).toBe('stable');
      expect(await field('deployment/web', '.metadata.annotations.note')).toBe('hello');
      await ok('-n shop label deployment web release-');
      expect(await field('deployment/web', '.metadata.labels.release')).toBe('');
    });

    it('set image, set env and scale', async () => {
      await ok('-n shop set image deployment/api api=shop/api:1.1');
      await ok('-n shop set env deployment/api -c api MODE=fast');
      await ok('-n shop scale deployment/api --replicas=5');
      await ok('-n shop scale statefulset/database --replicas=3 --current-replicas=2');
      expect(await field('deployment/api', '.spec.template.spec.containers[*].image')).toBe('shop/api:1.1 envoy:1.30');
      expect(await field('deployment/api', '.spec.template.spec.containers[0].env[?(@.name=="MODE")].value')).toBe(
        'fast',
      );
      expect(await field('deployment/api', '.spec.replicas')).toBe('5');
      expect(await field('statefulset/database', '.spec.replicas')).toBe('3');
      expect(await kubectl.fails('-n shop scale deployment/api --replicas=1 --current-replicas=2')).toContain(
        'Expected replicas to be 2, was 5',
      );
    });

    it.each([
      ['json', '[{"op":"replace","path":"/data/LOG_LEVEL","value":"json"}]'],
      ['merge', '{"data":{"LOG_LEVEL":"merge"}}'],
      ['strategic', '{"data":{"LOG_LEVEL":"strategic"}}'],
    ])('patch --type=%s', async (type, patch) => {
      expect(await ok(`-n shop patch configmap api --type=${type} -p ${patch}`)).toBe('configmap/api patched\n');
      expect(await field('configmap/api', '.data.LOG_LEVEL')).toBe(type);
    });

    it('patch of a status', async () => {
      await ok('-n shop patch deployment web --subresource=status --type=merge -p {"status":{"replicas":1}}');
      expect(await field('deployment/web', '.status.replicas')).toBe('1');
    });

    it('replace, refused when it is stale', async () => {
      const read = await json('-n shop get configmap web');
      await ok('-n shop replace -f -', { input: JSON.stringify({ ...read, data: { replaced: 'yes' } }) });
      expect(await field('configmap/web', '.data')).toBe('{"replaced":"yes"}');
      expect(await kubectl.fails('-n shop replace -f -', { input: JSON.stringify(read) })).toContain(
        'the object has been modified',
      );
    });

    it('edit', async () => {
      const editor = join(directory, 'editor.sh');
      await writeFile(editor, '#!/bin/sh\nsed -i "s/replaced: .*/edited: by-hand/" "$1"\n', { mode: 0o755 });
      expect(await ok('-n shop edit configmap web', { environment: { EDITOR: editor } })).toBe(
        'configmap/web edited\n',
      );
      expect(await field('configmap/web', '.data')).toBe('{"edited":"by-hand"}');
    });

    it('rollout', async () => {
      expect(await kubectl.fails('-n shop rollout status deployment/web --timeout=1s')).toContain(
        'timed out waiting for the condition',
      );
      expect(await ok('-n shop rollout history deployment/web')).toBe(
        'deployment.apps/web \nNo rollout history found.\n',
      );
      await ok('-n shop rollout restart deployment/web');
      expect(await field('deployment/web', '.spec.template.metadata.annotations')).toContain('restartedAt');
      await ok('-n shop rollout pause deployment/web');
      expect(await field('deployment/web', '.spec.paused')).toBe('true');
      await ok('-n shop rollout resume deployment/web');
    });

    it('rollout undo, to what a ReplicaSet remembers', async () => {
      const { metadata, spec } = (await json('-n shop get deployment web')) as { metadata: Json; spec: Json };
      const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: metadata.uid, controller: true };
      const { selector, template } = spec as { selector: { matchLabels: Json }; template: Json };
      const revision = (number: number, image: string): Json => ({
        apiVersion: 'apps/v1',
        kind: 'ReplicaSet',
        metadata: {
          name: `web-${number}`,
          labels: selector.matchLabels,
          annotations: { 'deployment.kubernetes.io/revision': String(number) },
          ownerReferences: [owner],
        },
        spec: {
          selector,
          template: {
            metadata: template.metadata,
            spec: { containers: [{ name: 'web', image }] },
          },
        },
      });
      const items = [revision(1, 'shop/web:old'), revision(2, 'shop/web:new')];
      await ok('-n shop create -f -', { input: JSON.stringify({ apiVersion: 'v1', kind: 'List', items }) });
      expect(await ok('-n shop rollout history deployment/web')).toMatch(/REVISION\s+CHANGE-CAUSE\n1\s+<none>\n2\s/);
      expect(await ok('-n shop rollout undo deployment/web')).toBe('deployment.apps/web rolled back\n');
      expect(await field('deployment/web', '.spec.template.spec.containers[*].image')).toBe('shop/web:old');
    });

    it('autoscale and set resources', async () => {
      await ok('-n shop autoscale deployment api --min=1 --max=3 --cpu-percent=50');
      expect(await ok('-n shop get hpa api --no-headers')).toMatch(
        /^api\s+Deployment\/api\s+cpu: <unknown>\/50%\s+1\s+3\s+0\s/,
      );
      await ok('-n shop set resources deployment/api -c api --limits=cpu=2,memory=1Gi');
      expect(await field('deployment/api', '.spec.template.spec.containers[0].resources.limits')).toBe(
        '{"cpu":"2","memory":"1Gi"}',
      );
    });

    it('create, expose and run', async () => {
      await ok('-n shop create deployment extra --image=nginx:1 --replicas=2 --port=8080');
      await ok('-n shop expose deployment extra --name=extra-service --port=80 --target-port=8080');
      expect(await field('service/extra-service', '.spec.selector.app')).toBe('extra');
      expect(await field('service/extra-service', '.spec.clusterIP')).toMatch(/^10\.0\.0\.\d+$/);
      await ok('-n shop run box --image=busybox:1 --restart=Never -- sleep 1');
      expect(await field('pod/box', '.status.phase')).toBe('Pending');
      await ok('-n shop create job manual --from=cronjob/backup');
      expect(await field('job/manual', '.metadata.ownerReferences[0].name')).toBe('backup');
      await ok('-n shop create secret generic made --from-literal=a=b');
      expect(await field('secret/made', '.data.a')).toBe('Yg==');
    });
  });

  describe('watches', () => {
    it('get -w shows changes as they come', async () => {
      await ok('-n shop create configmap watched --from-literal=turn=0');
      const watch = kubectl.follow('-n shop get configmap watched -w -o jsonpath={.data.turn}{"\\n"}');
      const turns = [await watch.next()];
      for (const turn of [1, 2]) {
        await ok(`-n shop patch configmap watched -p {"data":{"turn":"${turn}"}}`);
        turns.push(await watch.next());
      }
      watch.stop();
      expect(turns).toEqual(['0', '1', '2']);
    });

    it('wait for values and for the end of objects', async () => {
      await ok('-n shop create configmap slow --from-literal=state=begun');
      const value = ok('-n shop wait --for=jsonpath={.data.state}=done configmap/slow --timeout=80s');
      await ok('-n shop patch configmap slow -p {"data":{"state":"done"}}');
      expect(await value).toBe('configmap/slow condition met\n');
      const gone = ok('-n shop wait --for=delete configmap/slow --timeout=80s');
      await ok('-n shop delete configmap slow');
      await gone;
      expect(await kubectl.fails('-n shop get configmap slow')).toContain('NotFound');
    });

    it('delete waits for finalizers', async () => {
      await ok('-n shop apply -f -', {
        input:
          '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"guarded","finalizers":["example.com/guard"]}}',
      });
      expect(await kubectl.fails('-n shop delete configmap guarded --timeout=1s')).toContain(
        'timed out waiting for the condition',
      );
      expect(await field('configmap/guarded', '.metadata.deletionTimestamp')).toMatch(/^\d{4}-/);
      const deletion = kubectl.follow('-n shop delete configmap guarded --wait --timeout=80s');
      expect(await deletion.next()).toBe('configmap "guarded" deleted');
      await ok('-n shop patch configmap guarded --type=merge -p {"metadata":{"finalizers":null}}');
      expect(await deletion.ended).toBe(0);
      expect(await kubectl.fails('-n shop get configmap guarded')).toContain('NotFound');
    });
  });

  describe('the cluster', () => {
    it('explain', async () => {
      expect(await ok('explain deployment.spec.replicas')).toMatch(
        /GROUP:\s+apps\nKIND:\s+Deployment[^]*FIELD: replicas <integer>/,
      );
      expect(await ok('explain pod.spec.containers.ports')).toMatch(/containerPort\s+<integer> -required-/);
    });

    it('api-resources and api-versions', async () => {
      const resources = rows(await ok('api-resources --no-headers'));
      expect(resources).toEqual(
        expect.arrayContaining([
          ['configmaps', 'cm', 'v1', 'true', 'ConfigMap'],
          ['deployments', 'deploy', 'apps/v1', 'true', 'Deployment'],
          ['clusterroles', 'rbac.authorization.k8s.io/v1', 'false', 'ClusterRole'],
        ]),
      );
      const versions = [
        'apps/v1',
        'authentication.k8s.io/v1',
        'authorization.k8s.io/v1',
        'batch/v1',
        'coordination.k8s.io/v1',
        'rbac.authorization.k8s.io/v1',
        'v1',
      ];
      expect((await ok('api-versions')).trim().split('\n')).toEqual(expect.arrayContaining(versions));
    });

    it('version and cluster-info', async () => {
      expect((await json('version')).serverVersion).toMatchObject({ major: '1', minor: '32' });
      expect(await ok('cluster-info')).toContain(server.url);
    });

    it('auth can-i and whoami', async () => {
      expect(await ok('auth can-i delete pods')).toBe('yes\n');
      expect(await ok('auth can-i --list')).toMatch(/\*\.\*\s+\[\]\s+\[\]\s+\[\*\]/);
      expect((await kubectl.run(['auth', 'can-i', 'delete', 'pods', '--as=someone'])).stdout).toBe('no\n');
      const api = '--as=system:serviceaccount:shop:api';
      expect(await ok(`-n shop auth can-i list configmaps ${api}`)).toBe('yes\n');
      expect((await kubectl.run(['-n', 'shop', 'auth', 'can-i', 'list', 'secrets', api])).stdout).toBe('no\n');
      expect(await ok('-n shop get deployments -o name --as=someone --as-group=support')).toContain(
        'deployment.apps/web',
      );
      expect(await ok('auth whoami')).toMatch(/Username\s+kubernetes-admin/);
    });

    it('create token', async () => {
      const token = (await ok('-n shop create token api --duration=1h')).trim();
      const config = await json('config view --raw');
      const [{ cluster }] = config.clusters as [{ cluster: Json }];
      const file = join(directory, 'account.kubeconfig');
      await writeFile(
        file,
        JSON.stringify({
          apiVersion: 'v1',
          kind: 'Config',
          clusters: [{ name: 'c', cluster }],
          users: [{ name: 'u', user: { token } }],
          contexts: [{ name: 'x', context: { cluster: 'c', user: 'u', namespace: 'shop' } }],
          'current-context': 'x',
        }),
      );
      const account = new Kubectl(file, join(directory, 'account-cache'));
      expect(await account.ok('auth whoami')).toMatch(/Username\s+system:serviceaccount:shop:api/);
      expect(await account.ok('get configmap api -o name')).toBe('configmap/api\n');
      expect(await account.fails('get secrets')).toContain(
        'cannot list resource "secrets" in API group "" in the namespace "shop"',
      );
    });
  });

  describe('the end', () => {
    it('deletes the namespace with everything in it, and waits for that', async () => {
      expect(await ok('delete namespace shop --timeout=80s')).toBe('namespace "shop" deleted\n');
      expect(await kubectl.fails('get namespace shop')).toBe(
        'Error from server (NotFound): namespaces "shop" not found\n',
      );
      expect(
        await ok(
          'get deployments,configmaps,secrets,services,pods,jobs -A --field-selector metadata.namespace=shop -o name',
        ),
      ).toBe('');
      await ok('delete clusterroles,clusterrolebindings,pv -l app.kubernetes.io/part-of=shop');
      expect(await ok('get pv -o name')).toBe('');
    });
  });
});
