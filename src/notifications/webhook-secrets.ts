import type { Vault } from '../collection/vault.ts';
import type { WebhookSecrets } from '../domain/webhook.ts';

/** No secret of a provider has such a name. */
function toPlace(project: number, id: string) {
  return { project, name: `webhook ${id}` };
}

/** Encrypts the address of a webhook and the key that its deliveries are signed with. */
export function sealWebhook(
  vault: Vault,
  project: number,
  { id, secrets }: { id: string; secrets: WebhookSecrets },
): string {
  return vault.seal(toPlace(project, id), JSON.stringify(secrets));
}

/** The same decrypted; null if the key of the vault is not at hand. */
export function openWebhook(
  vault: Vault,
  project: number,
  { id, ciphertext }: { id: string; ciphertext: string },
): WebhookSecrets | null {
  const opened = vault.open(toPlace(project, id), ciphertext);
  return opened === null ? null : (JSON.parse(opened) as WebhookSecrets);
}
