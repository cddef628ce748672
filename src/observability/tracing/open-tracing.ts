import type { OtlpSettings } from './otlp-recorder.js';
import { Tracing } from './tracing.js';

/** Where traces are sent, by which name, and which part of them. */
export type OtlpTarget = OtlpSettings;

/** Opens tracing that sends spans; the library is loaded here, and nowhere else. */
export async function openTracing(target: OtlpTarget): Promise<Tracing> {
  const { OtlpRecorder } = await import('./otlp-recorder.js');
  return new Tracing(target.logger, new OtlpRecorder(target));
}
