import { Component, type ReactNode } from 'react';
import { Failure } from '../controls/notices.tsx';
import { CodeMissingError } from '../load-code.ts';

/** Keeps an error on one page from breaking the others. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <div className="page">
        <Failure
          error={this.state.error}
          title="This page could not be displayed."
          onRetry={() =>
            this.state.error instanceof CodeMissingError ? window.location.reload() : this.setState({ error: null })
          }
        />
      </div>
    );
  }
}
