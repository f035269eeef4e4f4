import { AnswerList } from './answer-list.tsx';
import { AnswerReader } from './answer-reader.tsx';

export function AnswersPage({ id }: { id: string | undefined }) {
  return id === undefined ? <AnswerList /> : <AnswerReader key={id} id={id} />;
}
