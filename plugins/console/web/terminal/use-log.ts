import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.js';
import { useSession } from '../ui/session.js';
import { LogLines } from './log-lines.js';

/** A log that is read. */
export interface FollowedLog {
  readonly lines: LogLines;
  readonly state: 'reading' | 'ended';
  readonly error: ApiError | undefined;
}

/** The parameters of a log. */
export interface LogQuery {
  readonly container: string;
  readonly follow: string | undefined;
  readonly previous: string | undefined;
  readonly timestamps: string | undefined;
  readonly tailLines: string | undefined;
}

/** Reads a log as it comes, again when its parameters change or a round begins. */
export function useLog(podPath: string, query: LogQuery, round: number): FollowedLog {
  const { api } = useSession();
  const lines = useRef(new LogLines());
  const [state, setState] = useState<Omit<FollowedLog, 'lines'>>({ state: 'reading', error: undefined });
  const [, setTick] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const current = new LogLines();
    lines.current = current;
    setState({ state: 'reading', error: undefined });
    let frame = 0;
    const show = (): void => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        setTick((tick) => tick + 1);
      });
    };
    const read = async (): Promise<void> => {
      const request = { path: `${podPath}/log`, query: { ...query }, accept: '*/*', signal };
      for await (const text of api.chunks(request)) {
        current.add(text);
        show();
      }
    };
    read().then(
      () => signal.aborted || setState({ state: 'ended', error: undefined }),
      (fault: unknown) => signal.aborted || setState({ state: 'ended', error: ApiError.from(fault) }),
    );
    return () => {
      controller.abort();
      cancelAnimationFrame(frame);
    };
  }, [api, podPath, JSON.stringify(query), round]);
  return { ...state, lines: lines.current };
}
