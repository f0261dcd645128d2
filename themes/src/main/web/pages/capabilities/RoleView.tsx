// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useState } from "react";
import { ApiError } from "../../console/adminApi";
import { hashOf } from "../../console/route";
import { useRealm } from "../../console/realm";
import { useLanguage } from "../../language/language";
import { Alert } from "../../parts/Alert";
import { Breadcrumb } from "../../parts/Breadcrumb";
import { Failure } from "../../parts/Failure";
import { Loading } from "../../parts/Loading";
import { usePolling } from "../../parts/usePolling";
import { Catalogue } from "./Catalogue";
import type { Capabilities, Change } from "./capabilities";
import { HeldTable } from "./HeldTable";

const CHANGED_BY_OTHERS = 412;

interface RoleViewProps {
    /** Of the role. */
    readonly id: string;
    readonly capabilities: Capabilities;
}

/** What a role has and from where; adds to it and takes away from it. */
export function RoleView({ id, capabilities }: RoleViewProps) {
    const { t } = useLanguage();
    const realm = useRealm();
    const ask = useCallback((signal: AbortSignal) => capabilities.of(id, signal), [capabilities, id]);
    const { value: assignments, error, refresh } = usePolling(ask, undefined);
    const [failure, setFailure] = useState<{ readonly text: string; readonly kind: "warning" | "danger" }>();

    const change = async (wanted: Change) => {
        if (!assignments) {
            return;
        }
        setFailure(undefined);
        try {
            await capabilities.change(id, assignments.revision, wanted);
        } catch (reason) {
            setFailure(
                reason instanceof ApiError && reason.status === CHANGED_BY_OTHERS
                    ? { kind: "warning", text: t("capabilities.changedByOthers") }
                    : {
                          kind: "danger",
                          text: t("capabilities.refused", { message: reason instanceof Error ? reason.message : "" }),
                      },
            );
        }
        refresh();
    };

    if (error !== undefined) {
        return <Failure error={error} onRetry={refresh} />;
    }
    if (!assignments) {
        return <Loading />;
    }
    return (
        <>
            <section className="pf-v5-c-page__main-section pf-m-light">
                <Breadcrumb
                    parents={[{ href: hashOf(realm.name, "capabilities"), label: t("nav.capabilities") }]}
                    current={assignments.role}
                />
                <h1 className="pf-v5-c-title pf-m-2xl keylift-job-title keylift-text" data-testid="view-header">
                    {t("capabilities.ofRole", { role: assignments.role })}
                </h1>
                {failure && <Alert kind={failure.kind} title={failure.text} testId="keylift-change-failed" />}
            </section>
            <HeldTable
                held={assignments.capabilities}
                onRemove={(capability) => void change({ remove: [capability.id] })}
            />
            <Catalogue
                capabilities={capabilities}
                held={assignments.capabilities}
                onAdd={(capability) => void change({ add: [capability.id] })}
            />
        </>
    );
}
