import { TableHead } from '../ui/table-head.js';
import type { AccessAnswer, AccessQuestion, Subject, WhoCan } from '../api/access.js';

/** What the server said: whether somebody may, or who may. */
export type AccessResult =
  | { readonly answer: AccessAnswer; readonly asked: Subject; readonly question: AccessQuestion }
  | { readonly allowed: WhoCan };

/** Shows a decision or the subjects that are allowed something. */
export function AccessResults({ result }: { readonly result: AccessResult }) {
  return 'allowed' in result ? <Subjects allowed={result.allowed} /> : <Answer {...result} />;
}

function Answer({ answer, asked, question }: Extract<AccessResult, { answer: AccessAnswer }>) {
  const { isAllowed, isDenied, reason, steps } = answer;
  const { verb, resource, namespace, path } = question;
  const verdict = isAllowed ? 'may' : isDenied ? 'may not, an authorizer denied it:' : 'may not: nothing allows';
  return (
    <section class="panel" aria-label="Decision">
      <p class={`verdict ${isAllowed ? 'good' : 'bad'}`}>
        {asked.user || 'Nobody'} {verdict} {verb} {path || resource}
        {path === '' && namespace !== '' && ` in ${namespace}`}
      </p>
      <p>{reason || 'No authorizer gave a reason.'}</p>
      {steps && (
        <div class="table-scroll">
          <table>
            <TableHead names={['Authorizer', 'Verdict', 'Reason']} />
            <tbody>
              {steps.map((step) => (
                <tr key={step.name}>
                  <td>{step.name}</td>
                  <td class={`state ${step.verdict === 'Allow' ? 'good' : step.verdict === 'Deny' ? 'bad' : ''}`}>
                    {step.verdict}
                  </td>
                  <td class="wrap">{step.reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {!steps && (
        <p class="muted small">Each authorizer is shown by servers with --decision-trace, to administrators.</p>
      )}
    </section>
  );
}

function Subjects({ allowed: { subjects, mayAllowOthers } }: { readonly allowed: WhoCan }) {
  return (
    <section class="panel" aria-label="Subjects">
      <div class="table-scroll">
        <table>
          <TableHead names={['Subject', 'Name', 'By']} />
          <tbody>
            {subjects.map(({ kind, name, namespace, by }) => (
              <tr key={`${kind} ${namespace} ${name} ${by}`}>
                <td class="muted">{kind}</td>
                <td>{namespace ? `${namespace}/${name}` : name}</td>
                <td class="wrap">{by}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {mayAllowOthers.length > 0 && <p class="warning">May allow others, too: {mayAllowOthers.join(', ')}</p>}
    </section>
  );
}
