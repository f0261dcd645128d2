// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useState } from "react";
import { useLanguage } from "../../language/language";
import { Alert } from "../../parts/Alert";
import { ErrorAlert } from "../../parts/ErrorAlert";
import { Failure } from "../../parts/Failure";
import { Loading } from "../../parts/Loading";
import { messageOf } from "../../parts/messageOf";
import { Resting } from "../../parts/Resting";
import { ViewHeader } from "../../parts/ViewHeader";
import { DryRunControls } from "./DryRunControls";
import { isLive, type Imports, type Move, type Order } from "./imports";
import { JobProgress } from "./JobProgress";
import { JobControls } from "./JobControls";
import { useJobTitle } from "./jobTitle";
import { Rejects } from "./Rejects";
import { StatusLabel, useStatusText } from "./StatusLabel";
import { FileChangedError, type Uploads } from "./uploads";
import { useJob } from "./useJob";
import { Warnings } from "./Warnings";

interface JobViewProps {
    readonly id: string;
    readonly imports: Imports;
    readonly uploads: Uploads;
    /** Runs the import or removal of a dry run. */
    readonly onInEarnest: (order: Order) => void;
    /** Returns to the form with the values of an order. */
    readonly onChange: (order: Order) => void;
}

/** One job: its progress, its rejects, and its controls. */
export function JobView({ id, imports, uploads, onInEarnest, onChange }: JobViewProps) {
    const { t } = useLanguage();
    const titleOf = useJobTitle();
    const statusText = useStatusText();
    const [moveError, setMoveError] = useState<unknown>();
    const { job, upload, unknown, error, resting, refresh } = useJob(id, imports, uploads);
    const described = job ?? upload?.order;
    const title = described ? titleOf(described) : t("imports.titleJob", { job: id });

    const move = async (name: Move) => {
        setMoveError(undefined);
        try {
            await imports.move(id, name);
            if (name === "cancel") {
                uploads.abort(id);
            }
        } catch (reason) {
            setMoveError(reason);
        }
        refresh();
    };

    return (
        <>
            <ViewHeader
                page="imports"
                name={id}
                title={
                    <>
                        {title} {job && <StatusLabel job={job} />}
                    </>
                }
            >
                <p className="keylift-unseen" role="status" data-testid="keylift-ended">
                    {job && !isLive(job) && `${title}: ${statusText(job)}`}
                </p>
                {upload?.state === "failed" && (
                    <Alert
                        kind="danger"
                        title={
                            upload.error instanceof FileChangedError
                                ? t("imports.fileChanged")
                                : t("imports.uploadFailed", { message: messageOf(upload.error) })
                        }
                        testId="keylift-upload-failed"
                    />
                )}
                {upload?.state === "sending" && (
                    <Alert kind="info" title={t("imports.sending")} testId="keylift-sending" />
                )}
                <Resting resting={resting} />
                <ErrorAlert error={moveError} />
                {unknown && <Alert kind="warning" title={t("imports.unknownJob")} testId="keylift-unknown-job" />}
            </ViewHeader>
            {error !== undefined && !unknown && <Failure error={error} onRetry={refresh} />}
            {!job && error === undefined && upload?.state !== "failed" && <Loading />}
            {job && (
                <>
                    <section className="pf-v5-c-page__main-section pf-m-light">
                        <JobProgress job={job} />
                        {job.message && <Alert kind="warning" title={job.message} />}
                        {isLive(job) && <JobControls job={job} onMove={(name) => void move(name)} />}
                        {!isLive(job) && job.dryRun && (
                            <DryRunControls
                                job={job}
                                order={upload?.dryRunOrder}
                                onInEarnest={onInEarnest}
                                onChange={onChange}
                            />
                        )}
                    </section>
                    <Rejects job={job} imports={imports} />
                    <Warnings job={job} />
                </>
            )}
        </>
    );
}
