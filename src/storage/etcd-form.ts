import { PlainValues, type ValueTransformers } from './value-transformer.js';

/** Returns the transformers between canonical JSON and the form of values in etcd. */
export async function etcdFormOf(): Promise<ValueTransformers> {
  const { KubernetesValues } = await import('./etcd/index.js');
  return new KubernetesValues(new PlainValues(), '/registry');
}
