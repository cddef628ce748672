import { useState } from 'preact/hooks';
import { type AccessQuestion, checkAccess, whoCan } from '../api/access.js';
import type { ApiError } from '../api/api-error.js';
import { Failure } from '../ui/parts.js';
import { useSession } from '../ui/session.js';
import { type AccessResult, AccessResults } from './access-results.js';

const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];
const NOTHING: AccessQuestion = { verb: 'get', group: '', resource: 'pods', namespace: 'default', name: '' };
const FIELDS = [
  ['resource', 'Resource'],
  ['group', 'Group (empty: core)'],
  ['namespace', 'Namespace'],
  ['name', 'Name'],
] as const;

/** Who can do something, and why somebody was denied. */
export function AccessView() {
  return (
    <>
      <h1>Access</h1>
      <AccessForm initial={NOTHING} />
    </>
  );
}

/** The question about access, beginning with what is known of it. */
export function AccessForm({ initial }: { readonly initial: AccessQuestion }) {
  const { api, user, userGroups, groups } = useSession();
  const [question, setQuestion] = useState(initial);
  const [subject, setSubject] = useState({ user, groups: userGroups.join(', ') });
  const [result, setResult] = useState<AccessResult | undefined>();
  const [error, setError] = useState<ApiError | undefined>();
  const run = (work: Promise<AccessResult>): void => {
    setError(undefined);
    setResult(undefined);
    work.then(setResult, setError);
  };
  const check = (event: Event): void => {
    event.preventDefault();
    const userGroupsAsked = subject.groups
      .split(',')
      .map((group) => group.trim())
      .filter((group) => group !== '');
    const asked = { user: subject.user.trim(), groups: userGroupsAsked };
    run(checkAccess(api, question, asked, groups).then((answer) => ({ answer, asked, question })));
  };
  const list = (): void => run(whoCan(api, question).then((allowed) => ({ allowed })));
  return (
    <>
      <form class="form" onSubmit={check}>
        <label>
          Verb
          <select
            value={question.verb}
            onChange={(event) => setQuestion({ ...question, verb: event.currentTarget.value })}
          >
            {VERBS.map((verb) => (
              <option key={verb}>{verb}</option>
            ))}
          </select>
        </label>
        {FIELDS.map(([field, title]) => (
          <label key={field}>
            {title}
            <input
              value={question[field]}
              onInput={(event) => setQuestion({ ...question, [field]: event.currentTarget.value })}
            />
          </label>
        ))}
        <label>
          User
          <input
            value={subject.user}
            onInput={(event) => setSubject({ ...subject, user: event.currentTarget.value })}
          />
        </label>
        <label class="wide">
          Groups of the user
          <input
            value={subject.groups}
            onInput={(event) => setSubject({ ...subject, groups: event.currentTarget.value })}
          />
        </label>
        <div class="bar wide">
          <button type="submit" class="primary">
            May the user?
          </button>
          <button type="button" onClick={list}>
            Who can?
          </button>
        </div>
      </form>
      {error && <Failure error={error} />}
      {error?.code === 404 && <p class="muted">Who can do something is shown by servers with --decision-trace.</p>}
      {result && <AccessResults result={result} />}
    </>
  );
}
