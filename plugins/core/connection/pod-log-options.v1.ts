import { ApiType, Field } from '../../../src/plugin-api/index.js';

/** Shape of v1.PodLogOptions. */
@ApiType({ name: 'k8s.io.api.core.v1.PodLogOptions', doc: 'Which part of a log to read, and how.' })
export class PodLogOptions {
  @Field(1, 'string', { doc: 'Container whose log is read; needed where the pod has several.' })
  container?: string;

  @Field(2, 'bool', { doc: 'Whether to go on as the log grows.' })
  follow?: boolean;

  @Field(3, 'bool', { doc: 'Whether the log of the container before the last restart is read.' })
  previous?: boolean;

  @Field(4, 'int64', { pointer: true, doc: 'Only what is no older than so many seconds.' })
  sinceSeconds?: number | bigint;

  @Field(5, 'time', { pointer: true, doc: 'Only what was written from that time on.' })
  sinceTime?: string;

  @Field(6, 'bool', { doc: 'Whether each line begins with its time.' })
  timestamps?: boolean;

  @Field(7, 'int64', { pointer: true, doc: 'Only so many lines at the end.' })
  tailLines?: number | bigint;

  @Field(8, 'int64', { pointer: true, doc: 'Only so many bytes; the last line may be cut.' })
  limitBytes?: number | bigint;

  @Field(9, 'bool', { since: '1.17', doc: 'Whether the certificate of the kubelet is not verified.' })
  insecureSkipTLSVerifyBackend?: boolean;

  @Field(10, 'string', {
    since: '1.32',
    pointer: true,
    doc: 'All, Stdout or Stderr: which stream of the container is read.',
  })
  stream?: string;
}
