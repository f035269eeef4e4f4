// Writes and reads the protocol of chat completions, which several vendors speak.
type JsonObject = Record<string, unknown>;

interface CompletionOptions {
  model?: string;
  finish_reason?: string;
  /** More fields of the message. */
  message?: JsonObject;
  usage?: JsonObject;
}

/** A response of `/chat/completions`. */
export function createCompletion(
  content: unknown,
  { model = 'some-model', finish_reason = 'stop', message = {}, usage, ...more }: CompletionOptions & JsonObject = {},
): JsonObject {
  return {
    id: 'chatcmpl-123',
    object: 'chat.completion',
    created: 1_794_744_000,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content, ...message }, finish_reason }],
    usage: usage ?? {
      prompt_tokens: 25,
      completion_tokens: 60,
      total_tokens: 85,
      prompt_tokens_details: { cached_tokens: 5 },
    },
    ...more,
  };
}

export const COMPLETION_USAGE = { input_tokens: 25, cached_input_tokens: 5, output_tokens: 60, searches: 0 };

interface Message {
  role: string;
  content: string | { text: string }[];
}

const readText = ({ content }: Message) => (typeof content === 'string' ? content : content[0]!.text);

export function readChatPrompt({ messages }: JsonObject): unknown {
  const users = (messages as Message[]).filter(({ role }) => role === 'user');
  return users.length === 1 ? readText(users[0]!) : users;
}

export function readChatSettings({ messages, temperature, max_tokens }: JsonObject) {
  const system = (messages as Message[]).find(({ role }) => role === 'system');
  return { system: system && readText(system), temperature, max_output_tokens: max_tokens };
}
