import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { COUNTRY_CODES } from '../../../src/domain/country-codes.ts';
import type { ImportedNoun } from '../../../src/importing/import-kinds.ts';
import { toKnownModels } from '../../../src/importing/model-names.ts';
import { readAccess } from '../../api/client.ts';
import { modelsQuery } from '../../api/queries.ts';
import { useSelection } from '../../filters/view.tsx';
import { type ImportChoices, NO_CHOICES } from './import-choices.ts';
import type { ImportCheck, ImportProgress, ImportResult, OpenedFile } from './import-session.ts';
import { type ImportWorker, startImportWorker } from './worker-client.ts';

/** Choices are often made several at a time; typing is one for each letter. */
const CHECK_DELAY_MS = 250;

export interface Opening {
  delimiter?: string;
  sheet?: string;
}

export type Step = 'choose' | 'opening' | 'mapping' | 'sending' | 'done';

/** An import, from the choice of a file to its result. */
export function useImport(noun: ImportedNoun) {
  const { project } = useSelection();
  const client = useQueryClient();
  const models = useQuery(modelsQuery(project)).data;
  const worker = useRef<ImportWorker>(null);
  const [source, setSource] = useState<File | null>(null);
  const [step, setStep] = useState<Step>('choose');
  const [file, setFile] = useState<OpenedFile | null>(null);
  /** How the file is to be read, where that was chosen. */
  const [opening, setOpening] = useState<Opening>({});
  const [choices, setChoices] = useState<ImportChoices>(NO_CHOICES);
  const [check, setCheck] = useState<ImportCheck | null>(null);
  const [isChecking, setChecking] = useState(false);
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const [result, setResult] = useState<ImportResult | null>(null);
  const [error, setError] = useState<Error | null>(null);
  /** What is asked later makes what was asked before meaningless. */
  const turn = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const close = useCallback(() => {
    turn.current += 1;
    clearTimeout(timer.current);
    worker.current?.close();
    worker.current = null;
  }, []);
  useEffect(() => close, [close]);

  const runCheck = async (next: ImportChoices) => {
    turn.current += 1;
    const own = turn.current;
    setChecking(true);
    setError(null);
    setProgress(null);
    try {
      const found = await worker.current!.ask('check', { choices: next, access: readAccess(), project }, (now) => {
        if (turn.current === own) setProgress(now);
      });
      if (turn.current !== own) return;
      setCheck(found);
      setChecking(false);
    } catch (problem) {
      if (turn.current !== own) return;
      setError(problem as Error);
      setChecking(false);
    }
  };

  const open = async (chosen: File, options: Opening = {}) => {
    close();
    const own = turn.current;
    worker.current = startImportWorker();
    // What is known of a file stays while it is read in another way, and so do the controls for that.
    if (chosen !== source) setFile(null);
    setSource(chosen);
    setOpening(options);
    setCheck(null);
    setResult(null);
    setProgress(null);
    setError(null);
    setChoices(NO_CHOICES);
    setStep('opening');
    try {
      const known = models ?? (await client.fetchQuery(modelsQuery(project)));
      if (turn.current !== own) return;
      const input = { file: chosen, noun, models: toKnownModels(known), countries: COUNTRY_CODES, ...options };
      const opened = await worker.current.ask('open', input, (now) => {
        if (turn.current === own) setProgress(now);
      });
      if (turn.current !== own) return;
      setFile(opened.file);
      setCheck(opened.proposal);
      setStep('mapping');
      await runCheck(NO_CHOICES);
    } catch (problem) {
      if (turn.current !== own) return;
      setError(problem as Error);
      setStep('choose');
    }
  };

  const choose = (next: ImportChoices) => {
    setChoices(next);
    setChecking(true);
    turn.current += 1;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void runCheck(next), CHECK_DELAY_MS);
  };

  const send = async ({ replace }: { replace: boolean }) => {
    turn.current += 1;
    const own = turn.current;
    setStep('sending');
    setProgress({ share: 0 });
    setError(null);
    try {
      const input = { choices, access: readAccess(), project, replace };
      const sent = await worker.current!.ask('send', input, (now) => {
        if (turn.current === own) setProgress(now);
      });
      if (turn.current !== own) return;
      setResult(sent);
      setStep('done');
    } catch (problem) {
      if (turn.current !== own) return;
      setError(problem as Error);
      setStep('mapping');
    } finally {
      // Also where it failed: what was sent until then is stored.
      void client.invalidateQueries({ queryKey: ['project', project] });
    }
  };

  return {
    step,
    source,
    file,
    opening,
    choices,
    check,
    isChecking,
    progress,
    result,
    error,
    models: models ?? [],
    open,
    choose,
    send,
    stop: () => worker.current?.stop(),
    recheck: () => void runCheck(choices),
    restart: () => {
      close();
      setSource(null);
      setFile(null);
      setError(null);
      setStep('choose');
    },
  };
}

export type Import = ReturnType<typeof useImport>;
