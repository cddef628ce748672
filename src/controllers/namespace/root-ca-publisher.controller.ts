import { isAlreadyExists, type ApiObject } from '../../apimachinery/index.js';
import { systemContext } from '../../registry/index.js';
import { QueueController, type QueueControllerParts } from '../queue.controller.js';
import { updateExisting } from '../update-existing.js';
import { isActive, type NamespaceObject } from './namespace-object.js';

const NAME = 'kube-root-ca.crt';
const DESCRIPTION = 'kubernetes.io/description';
const DESCRIPTION_TEXT =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.';

interface ConfigMapObject extends ApiObject {
  data?: Record<string, string>;
}

/** Publishes the certificate authority of the server in every namespace, for the pods in it. */
export class RootCaPublisherController extends QueueController {
  readonly name = 'root-ca-certificate-publisher-controller';

  constructor(
    parts: QueueControllerParts,
    /** In PEM. */
    private readonly rootCertificate: string,
  ) {
    super(parts);
  }

  protected watch(): void {
    const { stores } = this.parts;
    this.follow(stores.of<NamespaceObject>('', 'namespaces'), ({ metadata }) => [metadata.name ?? '']);
    this.follow(stores.of('', 'configmaps'), ({ metadata: { name, namespace = '' } }) =>
      name === NAME ? [namespace] : [],
    );
  }

  protected async reconcile(name: string): Promise<void> {
    const { stores } = this.parts;
    const namespace = await stores.of<NamespaceObject>('', 'namespaces').find(systemContext(), name);
    if (!namespace || !isActive(namespace)) return;
    const context = systemContext(name);
    const configMaps = stores.of<ConfigMapObject>('', 'configmaps');
    if (!(await configMaps.has(context, NAME))) return this.publish(name);
    await updateExisting(configMaps, context, NAME, (current) =>
      this.isRight(current) ? undefined : this.correct(current),
    );
  }

  private async publish(namespace: string): Promise<void> {
    const empty: ConfigMapObject = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: NAME, namespace } };
    try {
      const configMaps = this.parts.stores.of<ConfigMapObject>('', 'configmaps');
      await configMaps.create(systemContext(namespace), this.correct(empty));
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
  }

  private isRight({ data = {}, metadata }: ConfigMapObject): boolean {
    const isSame = Object.keys(data).length === 1 && data['ca.crt'] === this.rootCertificate;
    return isSame && Boolean(metadata.annotations?.[DESCRIPTION]);
  }

  private correct(current: ConfigMapObject): ConfigMapObject {
    const annotations = { ...current.metadata.annotations, [DESCRIPTION]: DESCRIPTION_TEXT };
    return { ...current, metadata: { ...current.metadata, annotations }, data: { 'ca.crt': this.rootCertificate } };
  }
}
