import type { ComponentType } from 'react';
import { toPage } from '../../filters/selection.ts';
import { useView } from '../../filters/view.tsx';
import { Link } from '../../routing/link.tsx';
import { useLocation } from '../../routing/location.ts';
import { ClassificationSettings } from './classification-settings.tsx';
import { CorrectionSettings } from './correction-settings.tsx';
import { ExportSettings } from './export-settings.tsx';
import { JudgeSettings } from './judge-settings.tsx';
import { KeySettings } from './key-settings.tsx';
import { LabelSettings } from './label-settings.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { ProfileSettings } from './profile-settings.tsx';
import { ShareSettings } from './share-settings.tsx';

interface Section {
  id: string;
  name: string;
  component: ComponentType;
  /** Only company keys have access. */
  needsCompanyKey?: boolean;
}

const SECTIONS: readonly Section[] = [
  { id: 'profile', name: 'Profile', component: ProfileSettings },
  { id: 'labels', name: 'Topics and tags', component: LabelSettings },
  { id: 'classifications', name: 'Classes', component: ClassificationSettings },
  { id: 'corrections', name: 'Corrections', component: CorrectionSettings },
  { id: 'judge', name: 'Judge', component: JudgeSettings },
  { id: 'notifications', name: 'Notifications', component: NotificationSettings },
  { id: 'share', name: 'Share', component: ShareSettings },
  { id: 'keys', name: 'API keys', component: KeySettings, needsCompanyKey: true },
  { id: 'export', name: 'Export', component: ExportSettings },
];

export function SettingsPage({ id }: { id: string | undefined }) {
  const { caller, canWrite } = useView();
  const location = useLocation();
  const sections = SECTIONS.filter(({ needsCompanyKey }) => !needsCompanyKey || caller.kind === 'company');
  const current = sections.find((section) => section.id === id) ?? sections[0]!;
  return (
    <div className="page">
      <header className="page-head">
        <h1>Settings</h1>
        {canWrite ? null : <p className="quiet">This key is read-only.</p>}
      </header>
      <div className="settings">
        <nav aria-label="Settings" className="settings-nav">
          {sections.map((section) => (
            <Link
              key={section.id}
              href={toPage(`/settings/${section.id}`, location)}
              aria-current={section === current ? 'page' : undefined}
            >
              {section.name}
            </Link>
          ))}
        </nav>
        <current.component key={current.id} />
      </div>
    </div>
  );
}
