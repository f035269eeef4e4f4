import { BlockList, isIPv6 } from 'node:net';

/** Everything but the public unicast space, by the registries of special-purpose addresses (RFC 6890). */
const PRIVATE_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

const PRIVATE_IPV6: readonly (readonly [string, number])[] = [
  ['::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

const blocked = new BlockList();
for (const [network, prefix] of PRIVATE_IPV4) {
  // `BlockList` applies rules for IPv4 to mapped addresses (::ffff:0:0/96) by itself.
  blocked.addSubnet(network, prefix, 'ipv4');
  // A network that translates to IPv4 (NAT64) reaches the same addresses under this prefix.
  blocked.addSubnet(`64:ff9b::${network}`, 96 + prefix, 'ipv6');
}
for (const [network, prefix] of PRIVATE_IPV6) blocked.addSubnet(network, prefix, 'ipv6');

/** Whether an IP address is not a public one: private, loopback, link-local, shared, multicast, reserved, … */
export function isPrivateAddress(address: string): boolean {
  const withoutZone = address.split('%', 1)[0]!;
  return blocked.check(withoutZone, isIPv6(withoutZone) ? 'ipv6' : 'ipv4');
}
