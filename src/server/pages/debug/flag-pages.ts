import { type RequestContext, readBody } from '../../../endpoints/index.js';
import type { Logger } from '../../../observability/index.js';

const ROOT = '/debug/flags';
const HTML = 'text/html; charset=utf-8';
/** A level has few digits. */
const MAX_BODY_BYTES = 1024;
const [MIN_LEVEL, MAX_LEVEL] = [-(2 ** 31), 2 ** 31 - 1];

/** Serves the flags that can be changed while the server runs: the verbosity of the log (upstream: routes.DebugFlags). */
export class FlagPages {
  constructor(private readonly logger: Logger) {}

  /** Handles a request below `/debug/flags`; reports whether the path is there. */
  async answer(context: RequestContext): Promise<boolean> {
    const { path } = context;
    if (path !== ROOT && !path.startsWith(`${ROOT}/`)) return false;
    if (path === `${ROOT}/v`) await this.changeVerbosity(context);
    else context.send(200, { contentType: HTML, body: INDEX }, { 'x-content-type-options': 'nosniff' });
    return true;
  }

  private async changeVerbosity(context: RequestContext): Promise<void> {
    if (context.method !== 'PUT') return sendText(context, 406, 'unsupported http method');
    const text = (await readBody(context.request, MAX_BODY_BYTES)).toString('utf8');
    const fault = faultOf(text);
    if (fault !== undefined) return sendText(context, 400, `failed set klog.logging.verbosity ${text}: ${fault}`);
    this.logger.verbosity = Number(text);
    this.logger.info('the verbosity of the log was changed', { verbosity: Number(text), user: context.user.name });
    sendText(context, 200, `successfully set klog.logging.verbosity to ${text}`);
  }
}

/** The fault of a text that is no level, in the words of Go's strconv.ParseInt. */
function faultOf(text: string): string | undefined {
  const isNumber = /^[+-]?\d+$/.test(text);
  const isInRange = Number(text) >= MIN_LEVEL && Number(text) <= MAX_LEVEL;
  if (isNumber && isInRange) return undefined;
  return `strconv.ParseInt: parsing ${JSON.stringify(text)}: ${isNumber ? 'value out of range' : 'invalid syntax'}`;
}

function sendText(context: RequestContext, status: number, text: string): void {
  context.send(status, { contentType: 'text/plain', body: `${text}\n` }, { 'x-content-type-options': 'nosniff' });
}

const INDEX = `<html>
<head>
<title>${ROOT}/</title>
</head>
<body>
${ROOT}/<br>
<br>
flags:<br>
<table>
<tr>v<br>
</table>
<br>
full flags configurable<br>
</body>
</html>
`;
