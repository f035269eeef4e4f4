import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Ask } from '../../../src/domain/ask.ts';
import { ASK_KINDS } from '../../../src/domain/ask-kinds.ts';
import { ask } from '../../api/client.ts';
import { refuseDraft, toProblems } from '../../api/problems.ts';
import type { Channel, Model, Preset, Secret } from '../../api/types.ts';
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx';
import { FocusHeading } from '../../controls/focus-heading.tsx';
import { Icon } from '../../controls/icon.tsx';
import { Failure } from '../../controls/notices.tsx';
import { useDraft } from '../../controls/use-draft.ts';
import { toPage } from '../../filters/selection.ts';
import { useAction } from '../../filters/use-action.ts';
import { useView } from '../../filters/view.tsx';
import { Link } from '../../routing/link.tsx';
import { navigate, useLocation } from '../../routing/location.ts';
import { type AskDraft, createDraft, fromDraft, fromPreset, HTTP_FIELDS, OWN_SERVICE, toDraft } from './ask-draft.ts';
import { AskFields } from './ask-fields.tsx';
import { AskSettings, SETTING_FIELDS } from './ask-settings.tsx';
import { secretsQuery } from './collection-queries.ts';
import { suggestAsk } from './describe-ask.ts';
import { KeyField, NO_PASTED_KEY, type PastedKey, readKeyState } from './key-field.tsx';
import { ModelChoice } from './model-choice.tsx';
import { TryChannel } from './try-channel.tsx';

const FIELDS = [
  ...['ask.kind', 'ask.model', 'ask.base_url', 'ask.secret', 'value', 'name', 'preset'],
  ...HTTP_FIELDS.map((field) => `ask.${field}`),
  ...SETTING_FIELDS,
];

interface ChannelDraft {
  /** The ID of the channel; empty until a model is chosen. */
  channel: string;
  ask: AskDraft;
  unsupported: string[];
}

/** Where the editor was opened, and returns to. */
export interface ChannelHome {
  name: string;
  href: string;
}

interface ChannelEditorProps {
  /** By default the list of all channels. */
  home?: ChannelHome | undefined;
  /** The channel to edit; undefined to add one. */
  channel: Channel | undefined;
  channels: readonly Channel[];
  models: readonly Model[];
  secrets: readonly Secret[];
  presets: readonly Preset[];
}

/** Sets up how a model is asked. */
export function ChannelEditor({ home, channel, channels, models, secrets, presets }: ChannelEditorProps) {
  const { selection, canWrite } = useView();
  const { project } = selection;
  const location = useLocation();
  const client = useQueryClient();
  const findModel = (id: string) =>
    models.find(({ model_channels }) => model_channels.some((candidate) => candidate.id === id));
  const [initial] = useState(() => toInitial(channel, { model: findModel(channel?.id ?? ''), secrets, presets }));
  const [draft, setDraft, discard] = useDraft<ChannelDraft>(`channel.${project}.${channel?.id ?? 'new'}`, initial);
  const [pasted, setPasted] = useState<PastedKey>(() => toPasted(draft.ask));
  const [error, setError] = useState<Error | null>(null);
  const [isTrying, setTrying] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const problems = toProblems(error, FIELDS);
  const isNew = !channel?.ask;
  const setAsk = (next: AskDraft) => setDraft({ ...draft, ask: next });
  /** Begins with another way to ask, and with the key that belongs to it. */
  const startAsk = (next: AskDraft, { keyName = next.kind as string, channel: id = draft.channel } = {}) => {
    const chosen = startDraft(next, { keyName, secrets, presets });
    setDraft({ ...draft, channel: id, ask: chosen });
    setPasted({ ...toPasted(chosen), name: keyName === next.kind ? null : keyName });
    setError(null);
  };

  /** Stores a pasted key and returns how to ask. */
  const prepare = async (): Promise<Ask> => {
    const { ask: how, problems: wrong } = fromDraft(draft.ask);
    const key = readKeyState(draft.ask, pasted, secrets);
    const value = pasted.value.trim();
    if (key.isPasting && value === '') wrong.push({ path: 'value', message: 'Paste the key.' });
    if (wrong.length > 0) throw refuseDraft(wrong);
    if (!key.isPasting) return how;
    const { name, hosts } = key;
    await ask('PUT /secrets/{name}', { name, project_id: project, value, ...(hosts ? { hosts } : {}) });
    await client.invalidateQueries(secretsQuery(project));
    setDraft({ ...draft, ask: { ...draft.ask, secret: name } });
    setPasted(NO_PASTED_KEY);
    return { ...how, secret: name };
  };

  const { name: homeName, href: homeHref } = home ?? {
    name: 'All channels',
    href: toPage('/collection/channels', location),
  };
  const close = () => navigate(homeHref);
  const saving = useAction(
    async (_: undefined) => {
      const how = await prepare();
      return ask('PATCH /model-channels/{id}', {
        id: draft.channel,
        project_id: project,
        ask: how,
        unsupported_country_codes: draft.unsupported as Channel['unsupported_country_codes'],
        ...(isNew ? { is_active: true } : {}),
      });
    },
    {
      onDone: () => {
        discard();
        close();
      },
    },
  );
  const save = (event: FormEvent) => {
    event.preventDefault();
    setTrying(false);
    setError(null);
    saving.mutate(undefined, { onError: setError });
  };
  return (
    <div className="page">
      <Link href={homeHref} className="button is-plain back">
        <Icon name="left" /> {homeName}
      </Link>
      <header className="page-head">
        <FocusHeading>{channel ? channel.name : 'Add a channel'}</FocusHeading>
      </header>
      <form className="channel-editor" onSubmit={save} noValidate>
        <fieldset className="form channel-fields" disabled={!canWrite}>
          {channel ? null : (
            <ModelChoice
              models={channels.filter((candidate) => candidate.ask === null)}
              chosen={draft.channel}
              onChoose={(id) => {
                startAsk(createDraft(suggestAsk(findModel(id)?.public_id ?? null)), { channel: id });
              }}
            />
          )}
          {draft.channel === '' ? null : (
            <>
              <AskFields
                draft={draft.ask}
                onChange={setAsk}
                onKind={startAsk}
                onPreset={(preset) => startAsk(fromPreset(preset), { keyName: preset.ask.secret ?? preset.ask.kind })}
                presets={toRelevant(presets, findModel(draft.channel))}
                problems={problems}
              />
              <KeyField
                draft={draft.ask}
                onChange={setAsk}
                pasted={pasted}
                onPaste={setPasted}
                secrets={secrets}
                problems={problems}
              />
              <AskSettings
                draft={draft.ask}
                onChange={setAsk}
                unsupported={draft.unsupported}
                onUnsupported={(unsupported) => setDraft({ ...draft, unsupported })}
                problems={problems}
              />
            </>
          )}
        </fieldset>
        {canWrite ? (
          <TryChannel
            channel={draft.channel}
            prepare={prepare}
            error={isTrying ? problems.rest : null}
            onError={(next) => {
              setTrying(true);
              setError(next);
            }}
          />
        ) : null}
        <div className="form channel-actions">
          {problems.rest && !isTrying ? <Failure error={problems.rest} title="The channel was not saved." /> : null}
          {canWrite ? (
            <div className="form-actions">
              <button type="submit" className="button is-primary" disabled={draft.channel === '' || saving.isPending}>
                {saving.isPending ? 'Saving…' : isNew ? 'Save and switch on' : 'Save'}
              </button>
              {JSON.stringify(draft) === JSON.stringify(initial) ? null : (
                <button
                  type="button"
                  className="button is-plain"
                  onClick={() => {
                    discard();
                    setPasted(toPasted(initial.ask));
                    setError(null);
                  }}
                >
                  Discard changes
                </button>
              )}
              {channel?.ask ? (
                <button type="button" className="button is-plain is-danger" onClick={() => setRemoving(true)}>
                  Remove
                </button>
              ) : null}
            </div>
          ) : (
            <p className="quiet">This key is read-only. Use a key with write access to make changes.</p>
          )}
        </div>
      </form>
      {isRemoving && channel ? (
        <RemoveChannel
          channel={channel}
          onClose={() => setRemoving(false)}
          onDone={() => {
            discard();
            close();
          }}
        />
      ) : null}
    </div>
  );
}

function toInitial(
  channel: Channel | undefined,
  { model, secrets, presets }: { model: Model | undefined } & Pick<ChannelEditorProps, 'secrets' | 'presets'>,
): ChannelDraft {
  const suggested = createDraft(suggestAsk(model?.public_id ?? null));
  return {
    channel: channel?.id ?? '',
    ask: channel?.ask ? toDraft(channel.ask) : startDraft(suggested, { keyName: suggested.kind, secrets, presets }),
    unsupported: channel?.unsupported_country_codes ?? [],
  };
}

/** Takes the key with the provider's name, if there is one. Without presets there is no service to choose. */
function startDraft(
  draft: AskDraft,
  { keyName, secrets, presets }: { keyName: string } & Pick<ChannelEditorProps, 'secrets' | 'presets'>,
): AskDraft {
  const hasKey = ASK_KINDS[draft.kind].needs.key !== 'no' && secrets.some(({ name }) => name === keyName);
  const isOwn = draft.kind === 'http' && presets.length === 0;
  return {
    ...draft,
    ...(hasKey ? { secret: keyName } : {}),
    ...(isOwn ? { preset: OWN_SERVICE } : {}),
  };
}

/** A provider that needs a key asks for one. */
function toPasted({ kind, secret, http }: AskDraft): PastedKey {
  const needsKey = ASK_KINDS[kind].needs.key === 'yes' || (kind === 'http' && http.includes('{{secret'));
  return needsKey && secret === '' ? { ...NO_PASTED_KEY, mode: 'new' } : NO_PASTED_KEY;
}

/** Presets for this model; all of them if none is. */
function toRelevant(presets: readonly Preset[], model: Model | undefined): readonly Preset[] {
  const relevant = presets.filter(({ model_ids }) =>
    model_ids.some((id) => id === model?.id || id === model?.public_id),
  );
  return relevant.length > 0 ? relevant : presets;
}

function RemoveChannel({ channel, onClose, onDone }: { channel: Channel; onClose(): void; onDone(): void }) {
  const removing = useAction(
    (_: undefined, project_id) => ask('PATCH /model-channels/{id}', { id: channel.id, project_id, ask: null }),
    { onDone },
  );
  return (
    <ConfirmDialog
      title={`Remove ${channel.name}?`}
      words={{ act: 'Remove channel', acting: 'Removing…', failed: 'The channel was not removed.' }}
      action={removing}
      onClose={onClose}
    >
      <p>Overheard stops asking this channel and forgets its settings. Its answers and the stored key are kept.</p>
    </ConfirmDialog>
  );
}
