import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTwins } from '../../src/domain/twin-names.ts';
import { startService, type TestService } from '../harness/service.ts';

const LARGEST_AUDIENCE = 4503599627370495;

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const empty = {
  occupation: '',
  industry: '',
  brandPresentation: [],
  productsAndServices: [],
  targetMarkets: [],
  audienceDistribution: { simpleRecommendationSeeker: 0, informedShopper: 0, evaluativeResearcher: 0 },
  usedPreparedProfile: false,
};

const full = {
  occupation: 'Maker',
  industry: 'Shoes',
  brandPresentation: ['bold', 'friendly'],
  productsAndServices: ['boots'],
  targetMarkets: [{ location: 'Köln', osmId: 'R62578' }],
  audienceDistribution: {
    simpleRecommendationSeeker: 0,
    informedShopper: LARGEST_AUDIENCE,
    evaluativeResearcher: 30,
  },
  name: 'Renamed',
  usedPreparedProfile: true,
};

describe('GET /project-profile', () => {
  it('has every field of the specification where there is no profile', async () => {
    const { client } = await service.createProject('Acme');
    const { status, body } = await client.get('/project-profile');
    expect(status).toBe(200);
    expect(body).toEqual({ profile: addTwins({ ...empty, name: 'Acme' }) });
  });

  it('asks a company key for its project', async () => {
    const { company, id } = await service.createProject('Acme');
    expect((await company.get('/project-profile')).body.code).toBe('project_id_required');
    expect((await company.get('/project-profile', { query: { project_id: id } })).body.profile.name).toBe('Acme');
  });
});

describe('PUT /project-profile', () => {
  it('replaces the whole: what is left out becomes empty, but the name stays', async () => {
    const { client } = await service.createProject('Acme');
    const replaced = await client.put('/project-profile', full);
    expect(replaced.status).toBe(200);
    expect(replaced.body).toEqual({});
    expect((await client.get('/project-profile')).body).toEqual({ profile: addTwins(full) });
    await client.put('/project-profile', { industry: 'Boots' });
    expect((await client.get('/project-profile')).body.profile).toEqual(
      addTwins({ ...empty, industry: 'Boots', name: 'Renamed' }),
    );
    await client.put('/project-profile');
    expect((await client.get('/project-profile')).body.profile).toEqual(addTwins({ ...empty, name: 'Renamed' }));
  });

  it('renames the project, wherever its name is shown', async () => {
    const { client, company, id } = await service.createProject('Acme');
    await client.put('/project-profile', { name: ' New name ' });
    expect((await company.get('/projects')).body.data).toMatchObject([{ id, name: 'New name' }]);
    expect((await client.get('/key')).body.project).toEqual({ id, name: 'New name' });
    await company.patch(`/projects/${id}`, { name: 'Newest' });
    expect((await client.get('/project-profile')).body.profile.name).toBe('Newest');
  });

  it('fills the audience numbers that are left out with 0', async () => {
    const { client } = await service.createProject();
    await client.put('/project-profile', { audienceDistribution: { informedShopper: 5 } });
    expect((await client.get('/project-profile')).body.profile.audienceDistribution).toEqual({
      simpleRecommendationSeeker: 0,
      informedShopper: 5,
      evaluativeResearcher: 0,
    });
  });

  it('takes project_id in the body and does not keep it', async () => {
    const { company, id: project_id } = await service.createProject('Acme');
    expect((await company.put('/project-profile', { project_id, industry: 'x' })).status).toBe(200);
    const { profile } = (await company.get('/project-profile', { query: { project_id } })).body;
    expect(profile).toEqual(addTwins({ ...empty, name: 'Acme', industry: 'x' }));
  });

  it('refuses what does not fit, naming the field, and changes nothing', async () => {
    const { client } = await service.createProject();
    await client.put('/project-profile', full);
    const cases: [object, string][] = [
      [{ audienceDistribution: { informedShopper: -1 } }, 'audienceDistribution.informedShopper'],
      [{ audienceDistribution: { informedShopper: LARGEST_AUDIENCE + 1 } }, 'audienceDistribution.informedShopper'],
      [{ audienceDistribution: { informedShopper: 1.5 } }, 'audienceDistribution.informedShopper'],
      [{ audienceDistribution: { informedShopper: '1' } }, 'audienceDistribution.informedShopper'],
      [{ audienceDistribution: { shopper: 1 } }, 'audienceDistribution.shopper'],
      [{ audienceDistribution: null }, 'audienceDistribution'],
      [{ name: '' }, 'name'],
      [{ name: null }, 'name'],
      [{ occupation: null }, 'occupation'],
      [{ industry: 5 }, 'industry'],
      [{ brandPresentation: 'bold' }, 'brandPresentation'],
      [{ productsAndServices: [1] }, 'productsAndServices[0]'],
      [{ targetMarkets: [{ osmId: 'x' }] }, 'targetMarkets[0].location'],
      [{ targetMarkets: [{ location: 'x', osmId: 1 }] }, 'targetMarkets[0].osmId'],
      [{ usedPreparedProfile: 'yes' }, 'usedPreparedProfile'],
      [{ profile: full }, 'profile'],
    ];
    for (const [body, path] of cases) {
      const refused = await client.put('/project-profile', body);
      expect(refused.status, path).toBe(400);
      expect(refused.body.message).toContain(path);
    }
    expect((await client.get('/project-profile')).body).toEqual({ profile: addTwins(full) });
  });
});
