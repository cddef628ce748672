import { Inject, Injectable } from '@nestjs/common';
import { AdmissionPlugin, ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { RequestObservers } from '../../src/request/index.js';
import { eventually } from './eventually.js';

const annotations = new Map<string, Readonly<Record<string, string>>>();

@Injectable()
class AnnotationRecorder extends AdmissionPlugin {
  readonly name = 'AnnotationRecorder';

  constructor(@Inject(RequestObservers) observers: RequestObservers) {
    super();
    observers.add({
      wantsAnnotations: true,
      answered: ({ id, annotations: noted }) => {
        const values = [...(noted?.all ?? [])].map(([key, { value }]) => [key, value] as const);
        annotations.set(id, Object.fromEntries(values));
      },
    });
  }

  handles(): boolean {
    return false;
  }
}

/** Records the audit annotations of every request. */
@ApiGroupPlugin({ group: 'annotations.example.com', versions: ['v1'], kinds: [], admission: [AnnotationRecorder] })
export class AnnotationRecorderPlugin {}

/** The audit annotations of an answered request, by its audit ID. */
export function annotationsOf(auditId: string): Promise<Readonly<Record<string, string>>> {
  return eventually(() =>
    Promise.resolve(annotations.get(auditId) ?? Promise.reject(new Error(`no answer to ${auditId} yet`))),
  );
}
