import { useState } from 'preact/hooks';
import { type AccessQuestion, checkAccess, whoCan } from '../api/access.js';
import type { ApiError } from '../api/api-error.js';
import { Failure } from '../ui/parts.js';
import { useSession } from '../ui/session.js';
import { type AccessResult, AccessResults } from './access-results.js';

/** Suggestions: authorizers take any verb. */
const VERBS =
  'get list watch create update patch delete deletecollection post put head options use bind escalate impersonate approve sign'.split(
    ' ',
  );
const NOTHING = { verb: 'get', group: '', resource: 'pods', namespace: 'default', name: '', path: '' };
const FIELDS = [
  ['resource', 'Resource, or resource/subresource'],
  ['group', 'Group (empty: core)'],
  ['namespace', 'Namespace'],
  ['name', 'Name'],
  ['path', 'Path (in place of a resource)'],
] as const;

/** Renders who has a permission, and why a request was denied. */
export function AccessView() {
  return (
    <>
      <h1>Access</h1>
      <AccessForm initial={NOTHING} />
    </>
  );
}

/** Renders the question about access, beginning with what is known of it. */
export function AccessForm({ initial }: { readonly initial: AccessQuestion }) {
  const { api, user, userGroups } = useSession();
  const [question, setQuestion] = useState(initial);
  const [subject, setSubject] = useState<SubjectTexts>({ user, groups: userGroups.join(', ') });
  const [result, setResult] = useState<AccessResult | undefined>();
  const [error, setError] = useState<ApiError | undefined>();
  const run = (work: Promise<AccessResult>): void => {
    setError(undefined);
    setResult(undefined);
    work.then(setResult, setError);
  };
  const check = (event: Event): void => {
    event.preventDefault();
    const asked = { user: subject.user.trim(), groups: wordsIn(subject.groups) };
    run(checkAccess(api, question, asked).then((answer) => ({ answer, asked, question })));
  };
  const list = (): void => run(whoCan(api, question).then((allowed) => ({ allowed })));
  return (
    <>
      <form class="form" onSubmit={check}>
        <QuestionFields question={question} onChange={setQuestion} />
        <SubjectFields subject={subject} onChange={setSubject} />
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

function QuestionFields({
  question,
  onChange,
}: {
  readonly question: AccessQuestion;
  readonly onChange: (question: AccessQuestion) => void;
}) {
  return (
    <>
      <label>
        Verb
        <input
          name="verb"
          list="verbs"
          value={question.verb}
          onInput={(event) => onChange({ ...question, verb: event.currentTarget.value })}
        />
        <datalist id="verbs">
          {VERBS.map((verb) => (
            <option key={verb} value={verb} />
          ))}
        </datalist>
      </label>
      {FIELDS.map(([field, title]) => (
        <label key={field}>
          {title}
          <input
            name={field}
            value={question[field]}
            onInput={(event) => onChange({ ...question, [field]: event.currentTarget.value })}
          />
        </label>
      ))}
    </>
  );
}

/** A user as it is typed. */
interface SubjectTexts {
  readonly user: string;
  readonly groups: string;
}

function SubjectFields({
  subject,
  onChange,
}: {
  readonly subject: SubjectTexts;
  readonly onChange: (subject: SubjectTexts) => void;
}) {
  return (
    <>
      <label>
        User
        <input
          name="user"
          value={subject.user}
          onInput={(event) => onChange({ ...subject, user: event.currentTarget.value })}
        />
      </label>
      <label class="rest">
        Groups of the user
        <input
          name="groups"
          value={subject.groups}
          onInput={(event) => onChange({ ...subject, groups: event.currentTarget.value })}
        />
      </label>
    </>
  );
}

function wordsIn(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
