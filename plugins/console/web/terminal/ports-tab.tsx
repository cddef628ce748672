import { useEffect, useRef, useState } from 'preact/hooks';
import { pathTo } from '../actions/action.js';
import { type ActionTarget, kubectlIn, slashName } from '../actions/kubectl.js';
import { podSpecOf } from '../model/containers.js';
import { listAt, textAt } from '../model/value-at.js';
import { CopyCommand } from '../ui/copy-command.js';
import { Loading } from '../ui/parts.js';
import { useSession } from '../ui/session.js';
import { type HttpAnswer, parseAnswer, requestText } from './http-text.js';
import { MOST_ANSWER_BYTES, exchange } from './port-connection.js';

/** Sends requests to a port of a pod, and shows the responses. */
export function PortsTab({ target }: { readonly target: ActionTarget }) {
  const ports = portsOf(target.object);
  const [port, setPort] = useState(ports[0] ?? '80');
  const [path, setPath] = useState('/');
  const { send, isSending, answer, error } = useExchange(target);
  return (
    <section aria-label="Ports">
      <p>
        A page cannot open a port on your machine. It sends HTTP requests through the API to a port of the pod; for
        other programs, use the command below.
      </p>
      <RequestForm
        {...{ ports, port, path, isSending }}
        onPort={setPort}
        onPath={setPath}
        onSend={() => send(Number(port), path)}
      />
      {isSending && <Loading what="the response" />}
      {error !== '' && (
        <div class="failure" role="alert">
          <p>{error}</p>
        </div>
      )}
      {answer && <Answer answer={answer} />}
      <CopyCommand
        title="A port on your machine, with kubectl"
        command={kubectlIn(target, 'port-forward', slashName(target), `8080:${port}`)}
      />
    </section>
  );
}

function RequestForm({
  ports,
  port,
  path,
  isSending,
  onPort,
  onPath,
  onSend,
}: {
  readonly ports: readonly string[];
  readonly port: string;
  readonly path: string;
  readonly isSending: boolean;
  readonly onPort: (port: string) => void;
  readonly onPath: (path: string) => void;
  readonly onSend: () => void;
}) {
  return (
    <form class="bar" onSubmit={(event) => (event.preventDefault(), onSend())}>
      <label>
        Port{' '}
        <input
          name="port"
          type="number"
          min="1"
          max="65535"
          list="container-ports"
          required
          value={port}
          onInput={(event) => onPort(event.currentTarget.value)}
        />
      </label>
      <datalist id="container-ports">
        {ports.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <label class="grow">
        Path{' '}
        <input name="path" class="wide" required value={path} onInput={(event) => onPath(event.currentTarget.value)} />
      </label>
      <button type="submit" class="primary" disabled={isSending}>
        GET
      </button>
    </form>
  );
}

interface ShownAnswer {
  readonly http: HttpAnswer | undefined;
  readonly raw: string;
  readonly isCut: boolean;
}

function useExchange(target: ActionTarget) {
  const { api } = useSession();
  const [state, setState] = useState<{ isSending: boolean; answer?: ShownAnswer; error: string }>(IDLE);
  const controller = useRef(new AbortController());
  useEffect(() => () => controller.current.abort(), []);
  const attempt = async (port: number, path: string): Promise<ShownAnswer> => {
    const request = new TextEncoder().encode(requestText(path, `localhost:${port}`));
    const { signal } = controller.current;
    const { bytes, isCut } = await exchange(api, { podPath: pathTo(target), port, request, signal });
    return { http: parseAnswer(bytes), raw: new TextDecoder().decode(bytes), isCut };
  };
  const send = (port: number, path: string): void => {
    controller.current.abort();
    controller.current = new AbortController();
    const { signal } = controller.current;
    setState({ isSending: true, error: '' });
    attempt(port, path).then(
      (answer) => signal.aborted || setState({ isSending: false, answer, error: '' }),
      (fault: Error) => signal.aborted || setState({ isSending: false, error: fault.message }),
    );
  };
  return { ...state, send };
}

const IDLE = { isSending: false, error: '' };

function Answer({ answer: { http, raw, isCut } }: { readonly answer: ShownAnswer }) {
  return (
    <section aria-label="Response" aria-live="polite">
      {isCut && <p class="warning">The response is longer: the first {MOST_ANSWER_BYTES} bytes are shown.</p>}
      {!http && raw !== '' && <p class="warning">The port does not speak HTTP. It sent:</p>}
      {!http && raw === '' && <p class="warning">The port ended the connection without a response.</p>}
      {http && (
        <>
          <p class="name">{http.statusLine}</p>
          <details class="members">
            <summary>
              Headers <span class="muted">{http.headers.length}</span>
            </summary>
            <ul>
              {http.headers.map(([name, value]) => (
                <li key={`${name}${value}`}>
                  <code>{name}</code>: <span class="value">{value}</span>
                </li>
              ))}
            </ul>
          </details>
        </>
      )}
      <pre class="log-lines" tabIndex={0}>
        {http ? http.body : raw}
      </pre>
    </section>
  );
}

function portsOf(pod: unknown): string[] {
  const containers = listAt(podSpecOf(pod), 'containers');
  return containers.flatMap((container) => listAt(container, 'ports').map((port) => textAt(port, 'containerPort')));
}
